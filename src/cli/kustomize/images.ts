import type { JsonObject } from '../../../worker/api/json.ts'
import { stringOrEmpty } from '../../../worker/api/json.ts'

/** The tag and the digest of an image: `:1`, `@sha256:a`. @param old the earlier ones */
function imageVersion(old: string, { newTag, tagSuffix, digest }: JsonObject): string {
  const [tag, suffix, hash] = [stringOrEmpty(newTag), stringOrEmpty(tagSuffix), stringOrEmpty(digest)]
  if (tag !== '') return hash === '' ? `:${tag}` : `:${tag}@${hash}`
  // kustomize visits each container twice.
  if (suffix !== '') return `${old.replace(/@.*/, '') || ':'}${suffix}${suffix}`
  return hash === '' ? old : `@${hash}`
}

/** The name of an entry is a regular expression to kustomize. */
function patternOf(name: string): RegExp {
  try {
    return new RegExp(`^${name}(:[a-zA-Z0-9_.{}-]*)?(@sha256:[a-zA-Z0-9_.{}-]*)?$`)
  } catch {
    return /$^/
  }
}

/** An image after an entry of `images`; undefined when the entry means another one. */
export function withNewImage(old: string, image: JsonObject): string | undefined {
  const [, known = '', tail = ''] = /^(.+?)((?::[^/:@]+)?(?:@.+)?)$/.exec(old) ?? []
  if (known !== image.name && !patternOf(stringOrEmpty(image.name)).test(old)) return undefined
  return `${stringOrEmpty(image.newName) || known}${imageVersion(tail, image)}`
}
