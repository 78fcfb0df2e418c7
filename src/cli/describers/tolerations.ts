import type { JsonObject } from '../../../worker/api/json.ts'
import { objectsIn, stringOrEmpty } from '../../../worker/api/json.ts'
import { selectorText } from '../../../worker/api/selector-text.ts'

const by =
  (field: string) =>
  (a: JsonObject, b: JsonObject): number => {
    const [left, right] = [stringOrEmpty(a[field]), stringOrEmpty(b[field])]
    return Number(left > right) - Number(left < right)
  }

export function tolerationsText(label: string, value: unknown): string {
  const all = objectsIn(value).sort(by('key')).map(tolerationText)
  return `${label}:\t${all.length === 0 ? '<none>' : all.join('\n\t')}\n`
}

function tolerationText({ key, value, effect, operator, tolerationSeconds }: JsonObject): string {
  const what = [
    stringOrEmpty(key),
    stringOrEmpty(value) === '' ? '' : `=${stringOrEmpty(value)}`,
    stringOrEmpty(effect) === '' ? '' : `:${stringOrEmpty(effect)}`,
  ].join('')
  const exists = operator === 'Exists' && stringOrEmpty(value) === '' ? ['op=Exists'] : []
  return [
    ...(what === '' && exists.length > 0 ? [] : [what]),
    ...exists,
    ...((tolerationSeconds ?? null) !== null ? [`for ${String(tolerationSeconds)}s`] : []),
  ].join(' ')
}

/** The topology spread constraints of a pod; empty without constraints. */
export function spreadText(label: string, value: unknown): string {
  const all = objectsIn(value)
    .sort(by('topologyKey'))
    .map(({ topologyKey, whenUnsatisfiable, maxSkew, labelSelector }) => {
      const selected = labelSelector === undefined ? '' : ` for selector ${selectorText(labelSelector)}`
      return `${stringOrEmpty(topologyKey)}:${stringOrEmpty(whenUnsatisfiable)} when max skew ${String(maxSkew)} is exceeded${selected}\n`
    })
  const indent = label.slice(0, label.search(/\S/))
  return all.length === 0 ? '' : `${label}:\t${all.join(`${indent}\t`)}`
}
