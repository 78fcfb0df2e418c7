import type { Rule } from '../notation/rule.ts'
import { all, at, checkObject, required, where } from '../notation/rule.ts'
import { FILE_FIELDS, fieldReference, resourceReference } from './field-references.ts'
import { fileMode, unreservedPath } from './file-paths.ts'

/** A file with a field of the pod, or with a resource of a container. */
export const downwardFile: Rule = all(
  at('path', required()),
  at('path', unreservedPath),
  at('fieldRef', fieldReference(FILE_FIELDS)),
  where(({ fieldRef }) => !fieldRef, at('resourceFieldRef', resourceReference(true))),
  checkObject(({ fieldRef, resourceFieldRef }, place) => {
    if (fieldRef && resourceFieldRef) {
      // As in the real server, the value that this error shows is the word `resource`.
      place.invalid('resource', 'fieldRef and resourceFieldRef can not be specified simultaneously')
    } else if (!fieldRef && !resourceFieldRef) {
      place.required('one of fieldRef and resourceFieldRef is required')
    }
  }),
  at('mode', fileMode),
)
