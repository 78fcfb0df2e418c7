import { quote } from '../../api/go-format.ts'
import type { JsonObject } from '../../api/json.ts'
import { readGoQuantity } from '../../api/quantity.ts'
import { asWritten } from '../../api/written-quantity.ts'

const NO_AMOUNT = { value: 0n, scale: 0 }
/** The zero struct, which has no format. */
const NO_QUANTITY = { amount: NO_AMOUNT, decimal: undefined, text: '', format: '' }

/** Go prints the address of an arbitrarily large number. */
const ADDRESS = '0xc000000000'

/**
 * Formats the struct of a quantity as Go does with `%#v`, from the text in the document: `1.5` and `1500m` are different structs.
 * The text is empty for null.
 * `shown`: the text that Go's method `String` has cached in the struct, if the real server calls it before it prints the struct.
 * `places`: the decimal places to which the real server rounds the quantity up.
 */
export function goQuantity(given: string, shown?: string, places: 3 | 9 = 3): string {
  const { amount = NO_AMOUNT, decimal, text, format } = given === '' ? NO_QUANTITY : readGoQuantity(given, places)
  const i = `resource.int64Amount{value:${amount.value}, scale:${amount.scale}}`
  const d = `resource.infDecAmount{Dec:(*inf.Dec)(${decimal === undefined ? 'nil' : ADDRESS})}`
  return `resource.Quantity{i:${i}, d:${d}, s:${quote(shown ?? text)}, Format:${quote(format)}}`
}

/** The struct of the quantity in a field or entry. */
export function goAmount(holder: JsonObject, key: string): string {
  const written = asWritten(holder, key)
  return goQuantity(written?.text ?? String(holder[key]), undefined, written?.isMilli === false ? 9 : 3)
}
