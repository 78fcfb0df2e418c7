import type { JsonObject } from '../../api/json.ts'
import type { Rule } from '../notation/rule.ts'
import { checkObject } from '../notation/rule.ts'
import { textAt } from '../path.ts'

/** The faults of a name, or of its `generateName` prefix, that depend on the rest of the object. */
type NameFaults = (name: string, object: JsonObject, isPrefix: boolean) => readonly string[]

/** The rule for kinds whose name follows from their spec. A `generateName` prefix gets the same rule, which it rarely passes. */
export const nameFromSpec = (faults: NameFaults): Rule =>
  checkObject((object, place) => {
    for (const field of ['generateName', 'name']) {
      const given = textAt(object, `metadata.${field}`)
      if (given === '') continue
      for (const fault of faults(given, object, field === 'generateName')) {
        place.invalid(given, fault, 'metadata', field)
      }
    }
  })
