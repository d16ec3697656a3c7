import { sentNode } from './engineProblem.ts'

/** What can go wrong between here and a cluster that holds the data. `address` has no token in it. */
export type ClusterProblem =
  | { readonly code: 'address-broken'; readonly found: string; readonly reason: string }
  | { readonly code: 'cannot-connect'; readonly address: string; readonly reason: string }
  /** It was there, and did not come back. */
  | { readonly code: 'connection-lost'; readonly address: string; readonly reason: string }
  | { readonly code: 'not-allowed'; readonly address: string; readonly reason: string }
  /** The server has forgotten the session, and with it what was packed. */
  | { readonly code: 'session-lost'; readonly address: string }
  /** `reason` is what the server says. */
  | { readonly code: 'server-refused'; readonly address: string; readonly reason: string }
  | { readonly code: 'disk-full'; readonly address: string }
  | { readonly code: 'no-node'; readonly address: string }
  | { readonly code: 'no-worker'; readonly address: string }
  /** Parts that were sent to executors, and are not on their disks. */
  | { readonly code: 'parts-removed'; readonly address: string; readonly parts: readonly number[] }
  /** A worker ended on its own, as often as the cluster tries. `node`: a file that was sent along to run it. */
  | { readonly code: 'worker-ended'; readonly address: string; readonly reason: string; readonly node?: string }

export function explainClusterProblem(problem: ClusterProblem): string {
  switch (problem.code) {
    case 'address-broken':
      return `"${problem.found}" is no address of a Spark Connect server: ${problem.reason}. Give spark://HOST:PORT, or sparks://HOST:PORT for a connection with TLS.`
    case 'cannot-connect':
      return `No Spark Connect server answers at ${problem.address}: ${problem.reason}. Check host and port, whether the server runs, and whether it wants TLS (sparks://) or not (spark://).`
    case 'connection-lost':
      return `The connection to ${problem.address} was lost and did not come back: ${problem.reason}. Check the server and the network, and run the command again.`
    case 'not-allowed':
      return `${problem.address} refuses the connection: ${problem.reason}. Set the environment variable SPARK_CONNECT_AUTHENTICATE_TOKEN to a token that is valid, and use sparks://.`
    case 'session-lost':
      return `${problem.address} has forgotten the session, as after a restart of the server, and the packed lists with it. Run the command again.`
    case 'server-refused':
      return `${problem.address} could not do it: ${problem.reason}`
    case 'disk-full':
      return `A disk of the cluster at ${problem.address} is full. Make room where Spark's driver and its executors keep their files (spark.local.dir, and the folders that they work in), and run the command again. Lists that are sent lie there on every executor; those of a table lie on one each.`
    case 'no-node':
      return `There is no node on the path of the executors of ${problem.address}. Install Node 20.19 or newer on every machine of the cluster, or send one along: put ?node=FILE behind the address, such as that of the package "node" of npm.`
    case 'no-worker':
      return `The executors of ${problem.address} do not find the worker, which was sent to them as a file of the session. Check that they can fetch files from Spark's driver, and run the command again.`
    case 'parts-removed':
      return `${problem.parts.length === 1 ? `Part ${problem.parts[0]}` : `${problem.parts.length} parts`} of the packed lists, sent to the executors of ${problem.address}, are damaged on their disks or gone. Leave the folders of executors alone, check their disks, and run the command again.`
    case 'worker-ended':
      return `A worker on ${problem.address} ended before it was done, more often than Spark tries again: ${problem.reason}${sentNode(problem.node)} Look at the memory of the executors and at their logs.`
  }
}
