// A Chromium for the browser tests: one that is already here, else Debian's, when we may install it.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** { path } of a browser, or { absent: why there is none }. CHROMIUM names one; set to nothing it says that there shall be none. */
export function findChromium() {
  const named = process.env.CHROMIUM
  if (named === '') return { absent: 'CHROMIUM is set to nothing' }
  if (named !== undefined) return existsSync(named) ? { path: named } : { absent: `CHROMIUM is ${named}, which is not there` }
  const path = places.find((place) => existsSync(place)) ?? installed()
  if (path !== undefined) return { path }
  return { absent: 'no Chromium here; install it or set CHROMIUM to its path' }
}

function installed() {
  const onDebian = process.platform === 'linux' && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get')
  if (!onDebian || process.getuid?.() !== 0) return undefined
  console.error('» Installing Chromium (apt-get)')
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ]) {
    const { status, stderr } = spawnSync('apt-get', args, { encoding: 'utf8', env: environment, timeout: 300_000 })
    if (status !== 0) console.error(`apt-get ${args[0]} failed: ${stderr?.trim().split('\n').at(-1)}`)
  }
  return places.find((place) => existsSync(place))
}

/** For headless runs that reach out to nothing but the page under test. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
