import { isObject } from '../../worker/api/json.ts'

export type TextMap = Readonly<Record<string, string>>

/** Labels or annotations of an object in a file; undefined when they are absent or one of them is not a text. */
export const textMap = (map: unknown): TextMap | undefined => (isTextMap(map) ? map : undefined)

/** kubectl reads labels and annotations as a whole: when one is not a text, such as `null`, it reads none of them. */
const isTextMap = (map: unknown): map is TextMap =>
  isObject(map) && Object.values(map).every((text) => typeof text === 'string')
