import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, stringOrEmpty } from '../../api/json.ts'
import { quote } from '../../api/go-format.ts'
import { parseQuantity } from '../../api/quantity.ts'
import { equalJson } from '../../patch/json-values.ts'
import { valueAt } from '../path.ts'
import type { Change, DiffField } from './go-diff.ts'
import { goDiff } from './go-diff.ts'
import { parsedText } from './go-quantity.ts'

type Show = (value: Json | undefined) => string

const text: Show = (value) => quote(stringOrEmpty(value))
const pointer: Show = (value) => (typeof value === 'string' ? `&${quote(value)}` : 'nil')
const struct: Show = (value) => {
  if (!isObject(value)) return 'nil'
  const fields = Object.entries(value).map(
    ([key, one]) => `${key.charAt(0).toUpperCase()}${key.slice(1)}: ${text(one)}`,
  )
  return `&{${fields.join(', ')}}`
}
const list = (value: Json | undefined): string =>
  Array.isArray(value) && value.length > 0 ? `{${value.map((one) => text(one)).join(', ')}}` : 'nil'
const typedList: Show = (value) => (list(value) === 'nil' ? 'nil' : `[]core.PersistentVolumeAccessMode${list(value)}`)

const amounts = (value: Json | undefined): readonly (readonly [string, string])[] =>
  isObject(value) ? Object.entries(value).map(([name, amount]) => [name, String(amount)]) : []

function quantity(amount: string, inner: (value: bigint, scale: number) => string): string {
  const { unscaled, exp10, format } = parseQuantity(amount)
  const text = parsedText(amount)
  return `{i: ${inner(unscaled, exp10)}, ${text === '' ? '' : `s: ${quote(text)}, `}Format: ${quote(format)}}`
}

/** Amounts beside a change, abbreviated. */
function shortAmounts(value: Json | undefined): string {
  const pairs = amounts(value).map(([name, amount]) => `s${quote(name)}: ${quantity(amount, () => '{...}')}`)
  return pairs.length === 0 ? 'nil' : `{${pairs.join(', ')}}`
}

function longAmounts(value: Json | undefined): readonly string[] {
  const inner = (unscaled: bigint, scale: number): string =>
    `resource.int64Amount{value: ${unscaled}${scale === 0 ? '' : `, scale: ${scale}`}}`
  const lines = amounts(value).map(([name, amount]) => `s${quote(name)}: ${quantity(amount, inner)},`)
  return lines.length === 0 ? ['nil'] : ['core.ResourceList{', ...lines, '}']
}

function resources(now: Json | undefined, before: Json | undefined): Pick<DiffField, 'context' | 'change'> {
  const [given, old] = [isObject(now) ? now : {}, isObject(before) ? before : {}]
  const fields = ['limits', 'requests'].map((field): DiffField => {
    const changed = !equalJson(given[field] ?? {}, old[field] ?? {})
    const change: Change = { before: longAmounts(old[field]), after: longAmounts(given[field]) }
    const name = field === 'limits' ? 'Limits' : 'Requests'
    return { name, context: shortAmounts(given[field]), ...(changed && { change }) }
  })
  const shown = fields.filter(({ context }) => context !== 'nil').map(({ name, context }) => `${name}: ${context}`)
  const changed = fields.some(({ change }) => change !== undefined)
  return {
    context: `{${shown.join(', ')}}`,
    ...(changed && { change: { type: 'core.VolumeResourceRequirements', fields } }),
  }
}

/** The difference of two specs of a claim. */
export function claimDiff(now: JsonObject, before: JsonObject): string {
  const field = (name: string, path: string, show: Show, inContext: Show = show): DiffField => {
    const [value, old] = [valueAt(now, path), valueAt(before, path)]
    const change: Change = { before: [show(old)], after: [show(value)] }
    return { name, context: inContext(value), ...(!equalJson(value ?? '', old ?? '') && { change }) }
  }
  return goDiff('core.PersistentVolumeClaimSpec', [
    field('AccessModes', 'accessModes', typedList, list),
    field('Selector', 'selector', (value) => (isObject(value) ? '&v1.LabelSelector{...}' : 'nil')),
    { name: 'Resources', ...resources(now['resources'], before['resources']) },
    field('VolumeName', 'volumeName', text),
    field('StorageClassName', 'storageClassName', pointer),
    field('VolumeMode', 'volumeMode', pointer),
    field('DataSource', 'dataSource', struct),
    field('DataSourceRef', 'dataSourceRef', struct),
    field('VolumeAttributesClassName', 'volumeAttributesClassName', pointer),
  ])
}
