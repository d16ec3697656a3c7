import { RankwrightError } from '@rankwright/core'
import { nearestName } from '@rankwright/core/problems'

/** Where a Spark Connect server is, and what is sent along with every call. */
export interface SparkAddress {
  /** As it may be shown: without a token. */
  readonly shown: string
  /** What HTTP/2 connects to. */
  readonly origin: string
  readonly userId: string
  readonly headers: Readonly<Record<string, string>>
  /** A `node` of this machine to send to executors. */
  readonly node: string | undefined
}

/** Spark's own clients read their token from it. */
export const TOKEN_VARIABLE = 'SPARK_CONNECT_AUTHENTICATE_TOKEN'

const DEFAULT_PORT = 15002

/**
 * `spark://HOST:PORT`, or `sparks://HOST:PORT` with TLS. Behind a question mark: `token` (or the environment variable, which keeps it out of the
 * list of processes), `user_id`, `node` (a file), and headers that a service asks for, such as `x-databricks-cluster-id`.
 */
export function sparkAddress(found: string, environment: Readonly<Record<string, string | undefined>> = process.env): SparkAddress {
  const refused = (reason: string) => new RankwrightError({ area: 'cluster', code: 'address-broken', found: withoutToken(found), reason })
  const scheme = /^(sparks?):\/\//.exec(found)?.[1]
  if (scheme === undefined) throw refused('it begins neither with spark:// nor with sparks://')
  let url: URL
  try {
    url = new URL(found.replace(/^sparks?:/, 'https:'))
  } catch {
    throw refused('it is no address')
  }
  if (url.username !== '' || (url.pathname !== '' && url.pathname !== '/')) throw refused('there is more in it than a host and a port')
  const host = `${url.hostname}:${portIn(found) ?? DEFAULT_PORT}`
  const { token = environment[TOKEN_VARIABLE], user_id: userId = 'rankwright', node, ...headers } = Object.fromEntries(url.searchParams)
  const isTls = scheme === 'sparks'
  if (token !== undefined && !isTls && !isLoopback(url.hostname)) throw refused('a token would be sent in the clear')
  const unknown = Object.keys(headers).find((name) => /^[a-z_]+$/i.test(name))
  if (unknown !== undefined) throw refused(notKnown(unknown))
  const wrong = Object.keys(headers).find((name) => !/^[a-z][a-z0-9-]*$/.test(name))
  if (wrong !== undefined) throw refused(`"${wrong}" is no name of a header in lower case`)
  return {
    shown: `${scheme}://${host}`,
    origin: `${isTls ? 'https' : 'http'}://${host}`,
    userId,
    node,
    headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
  }
}

/** What may stand behind the question mark. Names with a hyphen are headers. */
const parameters = ['token', 'user_id', 'node']

function notKnown(name: string): string {
  const nearest = nearestName(name, parameters)
  const meant = nearest === undefined ? '' : ` (did you mean ${nearest}?)`
  return `there is no parameter "${name}"${meant}, only ${parameters.join(', ')} and headers with a hyphen in their names, such as x-databricks-cluster-id`
}

/** As it stands there: `URL` leaves out 443. */
function portIn(found: string): string | undefined {
  return /^sparks?:\/\/[^/?]*?:(\d+)(?:[/?]|$)/.exec(found)?.[1]
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

function withoutToken(found: string): string {
  return found.replace(/([?&][^=&]*to?k[^=&]*=)[^&]*/gi, '$1…') // also where the name is misspelt
}
