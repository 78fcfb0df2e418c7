import type { JsonObject } from '../../../worker/api/json.ts'
import { objects, string } from './fields.ts'
import { selectorOrNone } from './selectors.ts'

const by =
  (field: string) =>
  (a: JsonObject, b: JsonObject): number =>
    string(a[field]) < string(b[field]) ? -1 : string(a[field]) > string(b[field]) ? 1 : 0

export function tolerationsText(label: string, value: unknown): string {
  const all = objects(value).sort(by('key')).map(tolerationText)
  return `${label}:\t${all.length === 0 ? '<none>' : all.join('\n\t')}\n`
}

function tolerationText({ key, value, effect, operator, tolerationSeconds }: JsonObject): string {
  const what = [
    string(key),
    string(value) === '' ? '' : `=${string(value)}`,
    string(effect) === '' ? '' : `:${string(effect)}`,
  ].join('')
  const exists = operator === 'Exists' && string(value) === '' ? ['op=Exists'] : []
  return [
    ...(what === '' && exists.length > 0 ? [] : [what]),
    ...exists,
    ...(typeof tolerationSeconds === 'number' ? [`for ${tolerationSeconds}s`] : []),
  ].join(' ')
}

/** How pods are spread over a topology; nothing where that does not matter. */
export function spreadText(label: string, value: unknown): string {
  const all = objects(value)
    .sort(by('topologyKey'))
    .map(({ topologyKey, whenUnsatisfiable, maxSkew, labelSelector }) => {
      const selected = labelSelector === undefined ? '' : ` for selector ${selectorOrNone(labelSelector)}`
      return `${string(topologyKey)}:${string(whenUnsatisfiable)} when max skew ${String(maxSkew)} is exceeded${selected}\n`
    })
  const indent = label.slice(0, label.search(/\S/))
  return all.length === 0 ? '' : `${label}:\t${all.join(`${indent}\t`)}`
}
