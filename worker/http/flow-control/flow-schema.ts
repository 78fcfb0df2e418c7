import { isObject, type Json, type JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import type { UserInfo } from '../../api/user.ts'
import { accountUsername } from '../../authentication/service-account-name.ts'
import { listAt, numberAt, textAt } from '../../resources/path.ts'
import type { RequestInfo } from '../request-info.ts'

/** A FlowSchema compiled into predicates. */
export interface CompiledSchema {
  readonly name: string
  readonly uid: string
  /** The matching schema with the lowest precedence applies. */
  readonly precedence: number
  /** The name of the priority level that the schema assigns. */
  readonly level: string
  matches(info: RequestInfo, user: UserInfo): boolean
  /** The flow distinguisher: requests of one flow share a queue. */
  flowOf(info: RequestInfo, user: UserInfo): string
}

type Match<Subject> = (subject: Subject) => boolean

export function compileSchema(object: ApiObject): CompiledSchema {
  const { name = '', uid = '' } = object.metadata ?? {}
  const rules = objectsAt(object, 'spec.rules').map(compileRule)
  const by = textAt(object, 'spec.distinguisherMethod.type')
  return {
    name,
    uid,
    precedence: numberAt(object, 'spec.matchingPrecedence'),
    level: textAt(object, 'spec.priorityLevelConfiguration.name'),
    matches: (info, user) => rules.some((rule) => rule(info, user)),
    flowOf(info, user) {
      if (by === 'ByUser') return user.username
      return by === 'ByNamespace' ? info.namespace : ''
    },
  }
}

const objectsAt = (object: JsonObject, path: string): readonly JsonObject[] => listAt(object, path).filter(isObject)

function compileRule(rule: JsonObject): (info: RequestInfo, user: UserInfo) => boolean {
  const subjects = objectsAt(rule, 'subjects').map(compileSubject)
  const resources = objectsAt(rule, 'resourceRules').map(compileResources)
  const paths = objectsAt(rule, 'nonResourceRules').map(compilePaths)
  return (info, user) =>
    subjects.some((subject) => subject(user)) &&
    (info.resourceRequest ? resources : paths).some((covers) => covers(info))
}

function compileSubject(subject: JsonObject): Match<UserInfo> {
  switch (textAt(subject, 'kind')) {
    case 'User': {
      const name = textAt(subject, 'user.name')
      return ({ username }) => name === '*' || username === name
    }
    case 'Group': {
      const name = textAt(subject, 'group.name')
      return ({ groups }) => name === '*' || groups.includes(name)
    }
    default: {
      const name = textAt(subject, 'serviceAccount.name')
      const account = { namespace: textAt(subject, 'serviceAccount.namespace'), name: name === '*' ? '' : name }
      const username = accountUsername(account)
      return (user) => (name === '*' ? user.username.startsWith(username) : user.username === username)
    }
  }
}

/** Matches one of the texts; `*` among them matches any. */
function oneOf(list: readonly Json[]): Match<string> {
  const texts = new Set(list)
  return texts.has('*') ? () => true : (text) => texts.has(text)
}

function compileResources(rule: JsonObject): Match<RequestInfo> {
  const [verb, group, resource, namespace] = ['verbs', 'apiGroups', 'resources', 'namespaces'].map((key) =>
    oneOf(listAt(rule, key)),
  )
  const everywhere = rule['clusterScope'] === true
  return (info) =>
    verb?.(info.verb) === true &&
    group?.(info.group) === true &&
    resource?.(info.subresource === '' ? info.resource : `${info.resource}/${info.subresource}`) === true &&
    (info.namespace === '' ? everywhere : namespace?.(info.namespace) === true)
}

function compilePaths(rule: JsonObject): Match<RequestInfo> {
  const verb = oneOf(listAt(rule, 'verbs'))
  const urls = listAt(rule, 'nonResourceURLs').filter((url) => typeof url === 'string')
  const covers = (url: string, path: string): boolean =>
    url.endsWith('*') ? path.startsWith(url.slice(0, -1)) : path === url
  return (info) => verb(info.verb) && urls.some((url) => covers(url, info.path))
}
