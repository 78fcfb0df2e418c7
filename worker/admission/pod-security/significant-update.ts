import type { JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { objectsOf, specOf, textOf } from '../object-parts.ts'

/**
 * Whether the standards check an update: it changes an image, the number of containers or init containers, or adds an
 * ephemeral container. The real server does not compare the annotations of seccomp and AppArmor.
 */
export function isSignificantUpdate(pod: ApiObject, old: ApiObject): boolean {
  const [spec, before] = [specOf(pod), specOf(old)]
  return ['containers', 'initContainers'].some((list) => haveChanged(spec, before, list)) || hasNewImage(spec, before)
}

function haveChanged(spec: JsonObject, before: JsonObject, list: string): boolean {
  const [now, old] = [objectsOf(spec, list), objectsOf(before, list)]
  return now.length !== old.length || now.some((one, i) => textOf(one, 'image') !== textOf(old[i] ?? {}, 'image'))
}

/** Whether an ephemeral container is new or has another image. */
function hasNewImage(spec: JsonObject, before: JsonObject): boolean {
  const images = new Map(objectsOf(before, EPHEMERAL).map((one) => [textOf(one, 'name'), textOf(one, 'image')]))
  return objectsOf(spec, EPHEMERAL).some((one) => images.get(textOf(one, 'name')) !== textOf(one, 'image'))
}

const EPHEMERAL = 'ephemeralContainers'
