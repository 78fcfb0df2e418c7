import type { JsonObject } from '../../../worker/api/json.ts'
import { stringOrEmpty } from '../../../worker/api/json.ts'
import { regularExpression } from './regular-expression.ts'

/**
 * The tag and the digest of an image: `:1`, `@sha256:a`.
 * @param old the tag and the digest before the change
 */
function imageVersion(old: string, { newTag, tagSuffix, digest }: JsonObject): string {
  const [tag, suffix, hash] = [stringOrEmpty(newTag), stringOrEmpty(tagSuffix), stringOrEmpty(digest)]
  if (tag !== '') return hash === '' ? `:${tag}` : `:${tag}@${hash}`
  if (suffix !== '') return `${old.replace(/@.*/, '') || ':'}${suffix}`
  return hash === '' ? old : `@${hash}`
}

/** Whether the name of an entry matches an image. kustomize reads the name as a regular expression. */
function matchesImage(name: string, image: string): boolean {
  const matches = regularExpression(`^${name}(:[a-zA-Z0-9_.{}-]*)?(@sha256:[a-zA-Z0-9_.{}-]*)?$`)
  return matches(image)
}

/** The image after the change that an entry of `images` describes; undefined when the entry names another image. */
export function withNewImage(old: string, image: JsonObject): string | undefined {
  const [, known = '', tail = ''] = /^(.+?)((?::[^/:@]+)?(?:@.+)?)$/.exec(old) ?? []
  if (known !== image.name && !matchesImage(stringOrEmpty(image.name), old)) return undefined
  return `${stringOrEmpty(image.newName) || known}${imageVersion(tail, image)}`
}
