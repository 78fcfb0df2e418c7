import { RE2JS } from 're2js'
import { errorMessage } from '../../../worker/runtime/error-message.ts'
import { isTooLarge, takesTooLong } from '../../../worker/schema/custom/expression-limits.ts'
import { Failure } from '../failure.ts'

/**
 * A regular expression of a kustomization, in the syntax of Go. Matching takes time linear in the text, because a kustomization may
 * be from a stranger.
 * @throws Failure with the error text of Go
 */
export function regularExpression(source: string): (text: string) => boolean {
  const expression = compiled(source)
  return (text) => {
    if (takesTooLong(expression, text))
      throw new Failure(`matching the regular expression ${JSON.stringify(source)} takes too long`)
    return expression.test(text)
  }
}

function compiled(source: string): RE2JS {
  if (isTooLarge(source)) throw new Failure(`the regular expression ${JSON.stringify(source)} is too large`)
  try {
    return RE2JS.compile(source)
  } catch (error) {
    throw new Failure(errorMessage(error))
  }
}
