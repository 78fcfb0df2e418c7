import { parseLabelSelector } from '../../worker/api/selector.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'
import { Failure } from './failure.ts'

/** The `-l` of a command line, for the objects of files. @throws Failure */
export function compileSelector(text: string) {
  try {
    return parseLabelSelector(text)
  } catch (error) {
    const why = errorMessage(error)
    throw new Failure(`the provided selector ${JSON.stringify(text)} is not valid: ${why}`)
  }
}
