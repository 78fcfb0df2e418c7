import type { JsonObject } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { StatusError, methodUnknown } from '../api/status.ts'
import type { UserInfo } from '../api/user.ts'
import type { Attributes } from '../authorization/authorizer.ts'
import { formatTime } from '../clock/clock.ts'
import { listAt, textAt } from '../resources/path.ts'
import { canonical } from '../schema/canonical.ts'
import type { Environment } from './environment.ts'
import type { Caller, Target, Written } from './verbs.ts'

/** Objects that are questions: a create answers them with a status and stores nothing. */
type Answer = (environment: Environment, caller: Caller, object: ApiObject) => Promise<JsonObject> | JsonObject

const ANSWERS: ReadonlyMap<string, Answer> = new Map<string, Answer>([
  ['SelfSubjectReview', (_environment, caller) => ({ userInfo: userObject(caller.user) })],
  ['SelfSubjectAccessReview', (environment, caller, object) => access(environment, caller.user, object)],
  ['SubjectAccessReview', (environment, _caller, object) => access(environment, subject(object), object)],
  ['LocalSubjectAccessReview', (environment, _caller, object) => access(environment, subject(object), object)],
  ['TokenReview', tokenReview],
])

export async function review(
  environment: Environment,
  { resource, version }: Target,
  caller: Caller,
  object: ApiObject,
): Promise<Written> {
  const answer = ANSWERS.get(resource.kind)
  if (answer === undefined) throw methodUnknown()
  const { creationTimestamp: _, ...metadata } = object.metadata ?? {}
  const stamped = resource.kind === 'SelfSubjectReview' ? formatTime(environment.clock.now()) : null
  const answered: ApiObject = {
    ...object,
    kind: resource.kind,
    apiVersion: version.apiVersion,
    metadata: { ...metadata, creationTimestamp: stamped },
    status: await answer(environment, caller, object),
  }
  return { object: canonical(version.schema, answered), created: true }
}

function userObject({ username, uid, groups, extra }: UserInfo): JsonObject {
  const extras = Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...values]]))
  return {
    username,
    ...(uid !== '' && { uid }),
    groups: [...groups],
    ...(Object.keys(extras).length > 0 && { extra: extras }),
  }
}

const strings = (object: JsonObject, path: string): string[] =>
  listAt(object, path).filter((value): value is string => typeof value === 'string')

function subject(object: ApiObject): UserInfo {
  return {
    username: textAt(object, 'spec.user'),
    uid: textAt(object, 'spec.uid'),
    groups: strings(object, 'spec.groups'),
    extra: {},
  }
}

async function access({ authorizer }: Environment, user: UserInfo, object: ApiObject): Promise<JsonObject> {
  const { effect, reason } = await authorizer.authorize(attributesOf(user, object))
  return {
    allowed: effect === 'allow',
    ...(effect === 'deny' && { denied: true }),
    ...(reason !== '' && { reason }),
  }
}

function attributesOf(user: UserInfo, object: ApiObject): Attributes {
  const spec = isObject(object['spec']) ? object['spec'] : {}
  const isResource = isObject(spec['resourceAttributes'])
  const of = (field: string): string => textAt(spec, `resourceAttributes.${field}`)
  return {
    user,
    verb: isResource ? of('verb') : textAt(spec, 'nonResourceAttributes.verb'),
    resourceRequest: isResource,
    group: of('group'),
    version: of('version'),
    resource: of('resource'),
    subresource: of('subresource'),
    namespace: of('namespace'),
    name: of('name'),
    path: textAt(spec, 'nonResourceAttributes.path'),
  }
}

async function tokenReview({ authenticators }: Environment, _caller: Caller, object: ApiObject): Promise<JsonObject> {
  const request = {
    method: 'GET',
    url: '/',
    headers: new Map([['authorization', `Bearer ${textAt(object, 'spec.token')}`]]),
    signal: new AbortController().signal,
  }
  for (const method of authenticators) {
    // Everybody is somebody to this method; a token names nobody by it.
    if (method.name === 'anonymous') continue
    try {
      const user = await method.authenticate(request)
      if (user !== undefined) return { authenticated: true, user: userObject(user) }
    } catch (error) {
      if (!(error instanceof StatusError)) throw error
      return { user: {}, error: 'invalid bearer token' }
    }
  }
  return { user: {} }
}
