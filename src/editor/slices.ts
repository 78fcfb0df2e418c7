import type { Language } from '@codemirror/language'
import { nextTask } from '../../worker/runtime/next-task.ts'
import type { Steps } from '../../worker/runtime/steps.ts'

/** The duration of one task, milliseconds. A phone takes four times as long, and a task beyond 50 ms delays its user. */
const SLICE = 4

/**
 * The pauses of a computation in slices (`finishWithPauses`). A call within a slice returns undefined. A call at the end of a slice
 * returns a promise that resolves in a new task, which begins the next slice.
 */
export function slices(now: () => number = () => performance.now()): () => Promise<void> | undefined {
  let end = now() + SLICE
  return () => {
    if (now() < end) return undefined
    return nextTask().then(() => {
      end = now() + SLICE
    })
  }
}

/**
 * Parses the text and drops the result. The editor parses its first text in one task. That task is several times shorter when
 * the code of the parser has run before.
 */
export function* warmingSteps(parser: Language['parser'], text: string): Steps<void> {
  const parse = parser.startParse(text)
  while (parse.advance() === null) yield
}
