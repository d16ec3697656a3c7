// A real Spark for tests and for trying out: Spark Connect on loopback, without Python.
//   node scripts/spark.mjs start [--master 'local[2]']   fetches what is missing, starts a server, prints its address in the last line
//   node scripts/spark.mjs stop                          ends it
// The jars come from Maven, once, into .cache/spark. The server belongs to no terminal and holds no pipe of whoever started it.
import { spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { cache } from './fetchedPackage.mjs'

const version = '4.2.0'
const scala = '2.13'
const folder = join(cache, 'spark')
const jars = join(folder, version)
/** Two executors of one core each, as processes of their own. */
const defaultMaster = 'local-cluster[2,1,1500]'
const startSeconds = 240

/** Why no Spark can be started here; undefined where one can. */
export function sparkAbsence() {
  if (process.platform === 'win32') return 'Spark is started by bash, which Windows does not have'
  if (!runs('java', '-version')) return 'no Java here; install one of version 17 or later, such as openjdk-17-jre-headless'
  if (existsSync(jars) || runs('mvn', '-version')) return undefined
  return 'no Maven here, which fetches Spark; install it (the package is called maven)'
}

/** Fetches the jars where they are missing; the reason where they cannot be had. */
export function fetchSpark() {
  if (existsSync(jars)) return undefined
  mkdirSync(folder, { recursive: true })
  const beside = mkdtempSync(`${jars}.`)
  const pom = join(beside, 'pom.xml')
  writeFileSync(pom, project())
  console.error(`» Fetching Spark ${version} (Maven, 292 MB, once)`)
  const args = ['-B', '-q', '-f', pom, 'dependency:copy-dependencies', '-DincludeScope=runtime', `-DoutputDirectory=${beside}`]
  const { status, error, stdout, stderr } = spawnSync('mvn', args, { encoding: 'utf8' })
  try {
    // It is put beside its place and moved there whole: a run cut short, or two at once, leave nothing half made.
    if (status === 0) renameSync(beside, jars)
  } catch {
    // Another run has put it there in the meantime.
  }
  rmSync(beside, { recursive: true, force: true })
  if (existsSync(jars)) return undefined
  return error?.message ?? `${stdout}\n${stderr}`.split('\n').find((line) => line.includes('ERROR')) ?? 'Maven failed'
}

/**
 * Starts a server with files of its own; `{ url, pid, marker, files }`, by which `stopSpark` ends it. `path` is where executors look for programs: for node,
 * unless it is given, where this one is. `prepare` is given the folder of its files before anything is in it.
 */
export async function startSpark(
  master = defaultMaster,
  path = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
  prepare = () => {},
) {
  const problem = sparkAbsence() ?? fetchSpark()
  if (problem !== undefined) throw new Error(`Spark cannot be started: ${problem}`)
  const files = mkdtempSync(join(folder, 'run-'))
  prepare(files)
  const marker = `-Drankwright.run=${files}`
  const log = join(files, 'server.log')
  const output = openSync(log, 'w')
  symlinkSync(jars, join(files, 'jars'))
  const environment = {
    ...process.env,
    SPARK_HOME: files, // where it looks for `jars`, and where executors have their folders
    SPARK_SCALA_VERSION: scala,
    SPARK_LOCAL_IP: '127.0.0.1',
    PATH: path,
  }
  const server = spawn('java', serverArguments(master, marker, files), {
    cwd: files,
    env: environment,
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  const ended = new Promise((settle) => {
    server.on('error', (error) => settle(error.message))
    server.on('exit', (code, signal) => settle(`it ended with ${signal ?? `code ${code}`}`))
  })
  const running = { url: '', pid: server.pid, marker, files }
  started.add(running)
  const failure = await Promise.race([ended, listening(log).then((url) => (running.url = url) && undefined)])
  server.unref()
  if (failure === undefined) return running
  const text = existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n').slice(-15).join('\n') : ''
  await stopSpark(running)
  throw new Error(`Spark did not start: ${failure}.\n${text}`)
}

/** Ends a server and what it started, and removes its files. Nothing happens where it has ended already. */
export async function stopSpark(server) {
  started.delete(server)
  const { pid, marker, files } = server
  // Spark ends its executors itself when it is asked to end; what is left after some seconds is ended as one group.
  if (isOurs(pid, marker)) {
    process.kill(pid, 'SIGTERM')
    for (let tries = 0; tries < 100 && isOurs(pid, marker); tries++) await after(100)
  }
  try {
    if (pid !== undefined && groupIsOurs(pid, files)) process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has no member left.
  }
  for (let tries = 0; tries < 20; tries++) {
    try {
      rmSync(files, { recursive: true, force: true })
      return
    } catch {
      await after(100) // a process that ends is still writing
    }
  }
}

/** Servers that this process has started. */
const started = new Set()

/** Where this process is told to end, ends the servers that it has started, and does what else is to be done. To be called once, before a server is started. */
export function stopSparkOnSignals(cleanUp) {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])
    process.once(signal, async () => {
      await Promise.all([...started].map(stopSpark))
      cleanUp()
      process.exit(code)
    })
}

function runs(command, argument) {
  return spawnSync(command, [argument], { stdio: 'ignore' }).status === 0
}

function project() {
  const dependency = (name) =>
    `<dependency><groupId>org.apache.spark</groupId><artifactId>${name}_${scala}</artifactId><version>${version}</version></dependency>`
  return `<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>rankwright</groupId><artifactId>spark</artifactId><version>1</version>
  <dependencies>${['spark-sql', 'spark-connect'].map(dependency).join('')}</dependencies>
</project>
`
}

/** What Spark opens of Java's own modules; spark-submit would say the same. */
const opened = [
  ...['lang', 'lang.invoke', 'lang.reflect', 'io', 'net', 'nio', 'util', 'util.concurrent', 'util.concurrent.atomic'].map(
    (name) => `java.${name}`,
  ),
  ...['jdk.internal.ref', 'sun.nio.ch', 'sun.nio.cs', 'sun.security.action', 'sun.util.calendar'],
]

function serverArguments(master, marker, files) {
  const settings = {
    'spark.ui.enabled': 'false',
    'spark.connect.grpc.binding.address': '127.0.0.1',
    'spark.connect.grpc.binding.port': '0',
    'spark.driver.bindAddress': '127.0.0.1',
    'spark.driver.host': '127.0.0.1',
    'spark.local.dir': files,
    'spark.sql.warehouse.dir': join(files, 'warehouse'),
    'spark.executor.extraJavaOptions': marker,
  }
  return [
    '-Xmx1g',
    marker,
    '-XX:+IgnoreUnrecognizedVMOptions',
    '--add-modules=jdk.incubator.vector',
    ...opened.map((name) => `--add-opens=java.base/${name}=ALL-UNNAMED`),
    '-cp',
    join(jars, '*'),
    'org.apache.spark.deploy.SparkSubmit',
    '--master',
    master,
    ...Object.entries(settings).flatMap(([key, value]) => ['--conf', `${key}=${value}`]),
    '--class',
    'org.apache.spark.sql.connect.service.SparkConnectServer',
    'spark-internal',
  ]
}

/** The address, once the server says that it listens. */
async function listening(log) {
  for (let tenths = 0; tenths < startSeconds * 10; tenths++) {
    const port = /Spark Connect server started at: \S*:(\d+)/.exec(readFileSync(log, 'latin1'))?.[1]
    if (port !== undefined) return `spark://127.0.0.1:${port}`
    await after(100)
  }
  throw new Error(`Spark did not start within ${startSeconds} s`)
}

/** Whether a process of this id is the server that was started: ids are used again. */
function isOurs(pid, marker) {
  return pid !== undefined && commandOf(pid).includes(marker)
}

/** Whether what is left of the group of the server belongs to it: its executors, and the programs that they run. */
function groupIsOurs(pid, files) {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pgid=,command='], { encoding: 'utf8' })
  return (stdout ?? '').split('\n').some((line) => line.trim().startsWith(`${pid} `) && line.includes(files))
}

function commandOf(pid) {
  if (existsSync('/proc/self/cmdline')) {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    } catch {
      return ''
    }
  }
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''
}

const usage = `Usage: node scripts/spark.mjs start [--master 'local[2]' | --master '${defaultMaster}']
       node scripts/spark.mjs stop`

/** Where the server that the commands start and end is written down. */
const state = join(folder, 'running.json')

async function start(master) {
  const before = existsSync(state) ? JSON.parse(readFileSync(state, 'utf8')) : undefined
  if (before !== undefined && isOurs(before.pid, before.marker)) {
    if (before.master !== master)
      throw new Error(`A Spark with the master ${before.master} is running. Stop it first: node scripts/spark.mjs stop`)
    console.log(before.url)
    return
  }
  if (before !== undefined) await stopSpark(before)
  const running = await startSpark(master)
  writeFileSync(state, JSON.stringify({ ...running, master }))
  console.log(running.url)
}

async function stop() {
  if (!existsSync(state)) {
    console.log('No Spark is running.')
    return
  }
  const running = JSON.parse(readFileSync(state, 'utf8'))
  await stopSpark(running)
  rmSync(state, { force: true })
  console.log(`Spark at ${running.url} has ended.`)
}

async function command() {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { master: { type: 'string', default: defaultMaster } } })
  if (positionals.length !== 1) throw new Error(usage)
  if (positionals[0] === 'start') return await start(values.master)
  if (positionals[0] === 'stop') return await stop()
  throw new Error(usage)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await command()
  } catch (error) {
    console.error(error.message)
    process.exitCode = 2
  }
}
