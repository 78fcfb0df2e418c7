import { sortTexts } from './byte-order.ts'
import { objectOrEmpty } from './json.ts'

/** Labels and other pairs in a table or a description: Go sorts their texts, so `a.b=` comes before `a=`. */
export const labelsText = (labels: unknown): string =>
  sortTexts(Object.entries(objectOrEmpty(labels)).map(([key, value]) => `${key}=${String(value)}`)).join(',') ||
  '<none>'
