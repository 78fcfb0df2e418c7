import { access } from './places/access.ts'
import { definitions } from './places/definitions.ts'
import { objects } from './places/objects.ts'
import { patches } from './places/patches.ts'
import type { Place } from './places/place.ts'
import { policies } from './places/policies.ts'
import { headers, paths, queries } from './places/requests.ts'

/** Every place, in the order of the test. All use one cluster, so a place can use the objects of an earlier one. */
export const PLACES: readonly Place[] = [
  ...queries,
  ...paths,
  ...headers,
  ...objects,
  ...access,
  ...patches,
  ...definitions,
  ...policies,
]
