import type { FieldError } from '../api/field-error.ts'
import { fieldError } from '../api/field-error.ts'
import type { JsonObject } from '../api/json.ts'
import { isObject, objectOrEmpty } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { invalid } from '../api/status.ts'
import type { UserInfo } from '../api/user.ts'
import type { Attributes } from '../authorization/authorizer.ts'
import { listAt, textAt } from '../resources/path.ts'
import { goStruct } from '../api/go-source.ts'
import type { Environment } from './environment.ts'
import type { Review } from './review.ts'
import { specOf } from './review.ts'

/** SelfSubjectAccessReview: access of the caller. */
export const selfAccessReview: Review = (environment, { user }, object, group) => {
  refuse(group, [...faultsOfAttributes(specOf(object)), ...faultsOfMetadata(object, false)])
  return access(environment, user, object)
}

/** SubjectAccessReview: access of the user in the spec. */
export const accessReview: Review = (environment, _caller, object, group) => {
  refuse(group, [...faultsOfSubject(specOf(object)), ...faultsOfMetadata(object, false)])
  return access(environment, subject(object), object)
}

/** LocalSubjectAccessReview: access of the user in the spec, within the namespace of the review. */
export const localAccessReview: Review = (environment, _caller, object, group) => {
  const spec = specOf(object)
  const { resourceAttributes, nonResourceAttributes } = spec
  const faults = [...faultsOfSubject(spec), ...faultsOfMetadata(object, true)]
  const namespace = textAt(spec, 'resourceAttributes.namespace')
  if (isObject(resourceAttributes) && namespace !== object.metadata?.namespace) {
    const field = 'spec.resourceAttributes.namespace'
    faults.push(fieldError.invalid(field, namespace, 'must match metadata.namespace'))
  }
  if (isObject(nonResourceAttributes)) {
    faults.push(faultOfPath(nonResourceAttributes, 'disallowed on this kind of request'))
  }
  refuse(group, faults)
  return access(environment, subject(object), object)
}

/** The real server's errors about reviews name no kind (reference/authorisation.md 12). */
function refuse(group: string, faults: readonly FieldError[]): void {
  if (faults.length > 0) throw invalid(group, '', '', faults)
}

const goPath = goStruct('authorization.NonResourceAttributes', { Path: 'path', Verb: 'verb' })

const faultOfPath = (attributes: JsonObject, why: string): FieldError =>
  fieldError.invalidShown('spec.nonResourceAttributes', goPath(attributes), why)

function faultsOfAttributes({ resourceAttributes, nonResourceAttributes }: JsonObject): FieldError[] {
  if (isObject(resourceAttributes)) {
    return isObject(nonResourceAttributes)
      ? [faultOfPath(nonResourceAttributes, 'cannot be specified in combination with resourceAttributes')]
      : []
  }
  if (isObject(nonResourceAttributes)) return []
  const why = 'exactly one of nonResourceAttributes or resourceAttributes must be specified'
  return [fieldError.invalid('spec.resourceAttributes', 'null', why)]
}

function faultsOfSubject(spec: JsonObject): FieldError[] {
  const faults = faultsOfAttributes(spec)
  if (textAt(spec, 'user') === '' && listAt(spec, 'groups').length === 0) {
    faults.push(fieldError.invalid('spec.user', '', 'at least one of user or group must be specified'))
  }
  return faults
}

function faultsOfMetadata({ metadata = {} }: ApiObject, namespaced: boolean): FieldError[] {
  const { managedFields: _, namespace, ...rest } = metadata
  const sent = namespaced ? rest : { ...rest, namespace }
  if (!Object.values(sent).some(isGiven)) return []
  const why = namespaced ? 'must be empty except for namespace' : 'must be empty'
  return [fieldError.invalidShown('metadata', 'v1.ObjectMeta{…}', why)]
}

function isGiven(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (isObject(value)) return Object.keys(value).length > 0
  return value !== undefined && value !== null && value !== '' && value !== 0
}

const strings = (object: JsonObject, path: string): string[] =>
  listAt(object, path).filter((value): value is string => typeof value === 'string')

function subject(object: ApiObject): UserInfo {
  const spec = specOf(object)
  const extra = objectOrEmpty(spec['extra'])
  return {
    username: textAt(spec, 'user'),
    uid: textAt(spec, 'uid'),
    groups: strings(spec, 'groups'),
    extra: Object.fromEntries(
      Object.keys(extra).map((key) => [key, extra[key] === null ? null : strings({ values: extra[key] }, 'values')]),
    ),
  }
}

async function access({ authorizer }: Environment, user: UserInfo, object: ApiObject) {
  const { effect, reason, error } = await authorizer.authorize(attributesOf(user, specOf(object)))
  const denied = effect === 'deny'
  return {
    status: {
      allowed: effect === 'allow',
      ...(denied && { denied }),
      ...(reason !== '' && { reason }),
      ...(error !== undefined && { evaluationError: error }),
    },
  }
}

function attributesOf(user: UserInfo, spec: JsonObject): Attributes {
  const { resourceAttributes } = spec
  const isResource = isObject(resourceAttributes)
  const of = (field: string): string => (isResource ? textAt(resourceAttributes, field) : '')
  return {
    user,
    verb: isResource ? of('verb') : textAt(spec, 'nonResourceAttributes.verb'),
    resourceRequest: isResource,
    group: of('group'),
    // A review without a version covers every version; a webhook receives `*`.
    version: of('version') || (isResource ? '*' : ''),
    resource: of('resource'),
    subresource: of('subresource'),
    namespace: of('namespace'),
    name: of('name'),
    path: textAt(spec, 'nonResourceAttributes.path'),
  }
}
