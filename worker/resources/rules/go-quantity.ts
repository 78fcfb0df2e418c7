import { quote } from '../../api/go-format.ts'
import { keptQuantity, parseQuantity } from '../../api/quantity.ts'

interface Shown {
  /** Whether Go has called String(), which caches the text of a quantity in its field `s`. */
  readonly stringified?: boolean
  /**
   * Whether the user is assumed to have written `1.5`, which the server stores as `1500m`. Most users write fractions in this way
   * in fields for whole numbers.
   */
  readonly decimal?: boolean
}

/** Formats the struct of a quantity as Go does with `%#v`. */
export function goQuantity(quantity: string, { stringified = false, decimal = false }: Shown = {}): string {
  const { unscaled, exp10, format } = parseQuantity(quantity)
  const [value, scale] = decimal ? withoutZeros(unscaled, exp10) : [unscaled, exp10]
  const amount = `resource.int64Amount{value:${value}, scale:${scale}}`
  const text = quote(cachedText(quantity, { stringified, decimal }))
  return `resource.Quantity{i:${amount}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:${text}, Format:${quote(format)}}`
}

function cachedText(quantity: string, { stringified, decimal }: Shown): string {
  if (stringified) return quantity
  return decimal && quantity !== '0' ? '' : keptQuantity(quantity)
}

function withoutZeros(value: bigint, scale: number): readonly [bigint, number] {
  return scale < 0 && value !== 0n && value % 10n === 0n ? withoutZeros(value / 10n, scale + 1) : [value, scale]
}
