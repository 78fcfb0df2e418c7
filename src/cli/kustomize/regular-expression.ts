import { RE2JS } from 're2js'
import { errorMessage } from '../../../worker/runtime/error-message.ts'
import { patternSize } from '../../../worker/schema/custom/pattern-size.ts'
import { Failure } from '../failure.ts'

/** The most instructions of an expression; a larger one takes long to compile. */
const MAX_INSTRUCTIONS = 100_000
/** The most steps of one match, instructions times characters. */
const MAX_STEPS = 20_000_000

/**
 * A regular expression of a kustomization, in the syntax of Go. Matching takes time linear in the text, because a kustomization may
 * be from a stranger.
 * @throws Failure with the error text of Go
 */
export function regularExpression(source: string): (text: string) => boolean {
  const expression = compiled(source)
  return (text) => {
    if (expression.programSize() * (text.length + 1) > MAX_STEPS)
      throw new Failure(`matching the regular expression ${JSON.stringify(source)} takes too long`)
    return expression.test(text)
  }
}

function compiled(source: string): RE2JS {
  if (patternSize(source) > MAX_INSTRUCTIONS)
    throw new Failure(`the regular expression ${JSON.stringify(source)} is too large`)
  try {
    return RE2JS.compile(source)
  } catch (error) {
    throw new Failure(errorMessage(error))
  }
}
