import { parseLabelSelector } from '../../worker/api/selector.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'
import { Failure } from './failure.ts'
import { textMap } from './text-map.ts'

/** Whether the `-l` of a command line selects the labels of an object in a file. @throws Failure */
export function compileSelector(text: string): ((labels: unknown) => boolean) | undefined {
  try {
    const selects = parseLabelSelector(text)
    return selects && ((labels) => selects(textMap(labels)))
  } catch (error) {
    const why = errorMessage(error)
    throw new Failure(`the provided selector ${JSON.stringify(text)} is not valid: ${why}`)
  }
}
