// Runs commands one after the other in one process, without the start of a process and of a thread for each: what is printed, and the exit code, are
// those of the built command line. `servedCommands` of servedCommands.ts asks it.
import { answer } from '../../packages/cli/dist/answer.js'
import { commandTable } from '../../packages/cli/dist/commandTable.js'
import { failureOf, failureText } from '../../packages/cli/dist/failure.js'
import { flagSpelling } from '../../packages/cli/dist/flagSpelling.js'
import { runCommand } from '../../packages/cli/dist/runCommand.js'
import { lookOf } from '../../packages/cli/dist/terminal/style.js'
import { terminalText, wordsShown } from '../../packages/cli/dist/terminal/terminalText.js'

let stdout = ''
let stderr = ''
// Help and some commands write to standard output by themselves.
process.stdout.write = written((text) => (stdout += text))
process.stderr.write = written((text) => (stderr += text))
process.stdout.setMaxListeners(0)

let latest = Promise.resolve()
process.on('message', (asked) => {
  latest = latest.then(() => serve(asked))
})
process.send({ ready: true })

function written(take) {
  return (text, ...more) => {
    take(typeof text === 'string' ? text : Buffer.from(text).toString('utf8'))
    more.find((each) => typeof each === 'function')?.()
    return true
  }
}

/** What needs no thread is answered as it always is. */
async function serve({ number, name, words, folder }) {
  stdout = ''
  stderr = ''
  process.chdir(folder)
  const rest = words.slice(name?.split(' ').length)
  const status = name === undefined || rest.includes('--help') || rest.includes('-h') ? await answer(words) : await run(name, rest)
  process.send({ number, outcome: { status, signal: null, stdout, stderr } })
}

async function run(name, words) {
  try {
    return await runCommand(name, words, {
      commands: commandTable,
      look: lookOf({}, process.env),
      output: async (text) => void (stdout += text),
      note: (text) => (stderr += text.endsWith('\n') ? text : `${text}\n`),
      progress: () => {},
    })
  } catch (error) {
    const { message, details, exitCode } = failureOf(error, name, flagSpelling(name, await commandTable[name].load(), words))
    const named = wordsShown(words)
    const shown = (text) => terminalText(named(text))
    stderr += `${failureText({ exitCode, message: shown(message), ...(details !== undefined && { details: shown(details) }) }, process.env)}\n`
    return exitCode
  }
}
