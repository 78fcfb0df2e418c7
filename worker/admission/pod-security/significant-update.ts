import type { JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { containersOf, objectsOf, specOf, textOf } from '../object-parts.ts'

/**
 * The returned function reports whether an update changes a field that the standards check: images, new ephemeral containers,
 * seccomp annotations.
 */
export function significantUpdate(dialect: Dialect): (pod: ApiObject, old: ApiObject) => boolean {
  const ofPod = dialect.spell('seccomp.security.alpha.{labels}/pod')
  const ofContainer = dialect.spell('container.seccomp.security.alpha.{labels}/')
  return (pod, old) => {
    const [spec, before] = [specOf(pod), specOf(old)]
    const differs = (key: string): boolean => pod.metadata?.annotations?.[key] !== old.metadata?.annotations?.[key]
    if (differs(ofPod)) return true
    for (const list of ['initContainers', 'containers', 'ephemeralContainers'] as const) {
      if (objectsOf(spec, list).length !== objectsOf(before, list).length) return true
      const images = imagesOf(before, list)
      for (const container of containersOf(spec, [list])) {
        const name = textOf(container, 'name')
        if (images.get(name) !== textOf(container, 'image') || differs(ofContainer + name)) return true
      }
    }
    return false
  }
}

const imagesOf = (spec: JsonObject, list: string): ReadonlyMap<string, string> =>
  new Map(objectsOf(spec, list).map((container) => [textOf(container, 'name'), textOf(container, 'image')]))
