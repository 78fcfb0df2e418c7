import type { ApiObject } from '../api/object.ts'
import { alreadyExists, failure } from '../api/status.ts'
import { andThen, type Awaitable } from '../runtime/awaitable.ts'
import { BasisChanged, RevisionMismatch } from '../store/store.ts'
import { commitNew, newCreation, type Creation } from './commit.ts'
import { keepSpec, recogniseSpec } from './known-specs.ts'
import { prepareNew } from './prepare.ts'
import { validateNew, type ValidationResult } from './validate.ts'
import type { Written } from './verbs.ts'
import { editable } from './version-conversion.ts'
import { basisOf, groupResource, keyOf, type Write } from './write.ts'

/** The most attempts to generate a name that is not taken. */
const NAME_ATTEMPTS = 8

/**
 * Prepares, validates and stores an object that mutating admission has passed. The write may change `object`.
 * @throws alreadyExists() when the name is taken, or when no attempt has generated a free name. RevisionMismatch when the path
 *   has a name and it is taken
 */
export async function storeNew(write: Write, object: ApiObject): Promise<Written> {
  for (let attempt = 1; ;) {
    const creating = prepareCreation(write, object)
    // `await` would take a turn of the microtask queue even without a promise.
    const creation = creating instanceof Promise ? await creating : creating
    try {
      return await commitNew(creation)
    } catch (error) {
      if (error instanceof BasisChanged) continue
      // An update that creates its object is repeated as an update of the object that another request has created.
      if (!(error instanceof RevisionMismatch) || write.target.name !== '') throw error
      if (!isNameGenerated(object) || attempt === NAME_ATTEMPTS) throw nameTaken(creation)
      attempt++
    }
  }
}

/** Prepares and validates an object that mutating admission has passed. */
export function prepareCreation(write: Write, object: ApiObject): Awaitable<Creation> {
  const basis = basisOf(write)
  // A copy is prepared when the object may have to be prepared again on another basis.
  const next = prepareNew(write, basis === undefined ? object : editable(object))
  const { caller } = write
  return andThen(caller.pause?.(), () => {
    const known = recogniseSpec(write, next)
    const build = ({ isSound, hasWarnings }: ValidationResult): Awaitable<Creation> =>
      andThen(newCreation(write, next, { basis, isSound, known }), (creation) => {
        if (known === undefined && isSound && !hasWarnings) keepSpec(creation)
        return creation
      })
    return andThen(validateNew(write, next, known), (result) => andThen(caller.pause?.(), () => build(result)))
  })
}

const isNameGenerated = ({ metadata = {} }: ApiObject): boolean => (metadata.name ?? '') === ''

function nameTaken({ write, target, object: { metadata } }: Creation): Error {
  const { status } = alreadyExists(groupResource(target), target.name)
  const isGenerated = (metadata.generateName ?? '') !== ''
  const existing = write.environment.store.get(keyOf(target))
  const isDeleted = existing?.object.metadata?.deletionTimestamp !== undefined
  const start = isDeleted ? 'object is being deleted: ' : ''
  const end = isGenerated ? ', the server was not able to generate a unique name for the object' : ''
  return failure({
    code: 409,
    reason: 'AlreadyExists',
    message: `${start}${status.message ?? ''}${end}`,
    details: { ...status.details, ...(isGenerated && { retryAfterSeconds: 1 }) },
  })
}
