import type { FieldError } from '../../api/field-error.ts'
import type { JsonObject } from '../../api/json.ts'
import { pathSegment } from '../../api/names.ts'
import type { ObjectMeta } from '../../api/object.ts'
import { validateMeta } from '../object-meta.ts'

/** Faults of the metadata of an embedded object: the name is optional and must be a path segment. */
export function embeddedMetadataFaults(metadata: JsonObject): readonly FieldError[] {
  const meta: ObjectMeta = metadata
  const namespaced = (meta.namespace ?? '') !== ''
  return validateMeta({ ...meta, name: meta.name || 'fakename' }, { namespaced, nameRule: pathSegment })
}
