/** What the exit code of every command says. 128 + n means that signal n ended it: 130 is Ctrl-C. */
export const exitCodes = { done: 0, inputHasAProblem: 1, wrongUsage: 2, ourBug: 70 } as const
