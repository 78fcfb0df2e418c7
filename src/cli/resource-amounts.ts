import { canonicalQuantity } from '../../worker/api/quantity.ts'
import { Failure } from './failure.ts'

/** Reads `cpu=1,memory=2Gi`. @throws Failure or QuantityError */
export function readAmounts(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(',').map((statement) => {
      const [resource = '', amount, ...more] = statement.split('=')
      if (amount === undefined || more.length > 0)
        throw new Failure(`Invalid argument syntax ${statement}, expected <resource>=<value>`)
      return [resource, canonicalQuantity(amount)]
    }),
  )
}
