import type { JsonObject } from '../../api/json.ts'
import type { Rule } from '../notation/rule.ts'
import { checkObject } from '../notation/rule.ts'
import { textAt } from '../path.ts'

/** A name, or the prefix that one was made from, as the rest of its object asks for it. */
type OwnName = (name: string, object: JsonObject, isPrefix: boolean) => readonly string[]

/** For kinds whose name follows from their spec: the prefix is held to the same, in vain as a rule. */
export const ownName = (faults: OwnName): Rule =>
  checkObject((object, place) => {
    for (const field of ['generateName', 'name']) {
      const given = textAt(object, `metadata.${field}`)
      if (given === '') continue
      for (const fault of faults(given, object, field === 'generateName')) {
        place.invalid(given, fault, 'metadata', field)
      }
    }
  })
