import { dnsLabel, dnsSubdomain } from '../../api/names.ts'
import type { Library } from '../declarations.ts'
import { member } from '../declarations.ts'
import { EvaluationError } from '../evaluation-error.ts'
import type { Value } from '../values.ts'
import { Opaque } from '../values.ts'

/** The attributes of an access check, which is about a resource or a path. */
export interface AccessQuestion {
  readonly verb: string
  readonly path?: string
  readonly resource?: ResourceQuestion
  /** The account to check; undefined for a check of the user of the request. */
  readonly serviceAccount?: { readonly namespace: string; readonly name: string }
}

interface ResourceQuestion {
  readonly group: string
  readonly resource: string
  readonly subresource: string
  readonly namespace: string
  readonly name: string
}

export interface AccessDecision {
  readonly allowed: boolean
  readonly reason: string
}

/** Decides on access. Called once for each `check()`. */
export type AccessCheck = (question: AccessQuestion) => AccessDecision

export const AUTHORIZER = 'kubernetes.authorization.Authorizer'
export const RESOURCE_CHECK = 'kubernetes.authorization.ResourceCheck'
const PATH_CHECK = 'kubernetes.authorization.PathCheck'
const GROUP_CHECK = 'kubernetes.authorization.GroupCheck'
const DECISION = 'kubernetes.authorization.Decision'

/** The Go name of a type, as error messages contain it: `kubernetes.authorization.PathCheck` is a `pathCheck`. */
function goNameOf(typeName: string): string {
  const name = typeName.slice(typeName.lastIndexOf('.') + 1)
  return name.charAt(0).toLowerCase() + name.slice(1)
}

class AuthorizationValue extends Opaque {
  readonly typeName: string
  readonly goType: string
  constructor(typeName: string) {
    super()
    this.typeName = typeName
    this.goType = `library.${goNameOf(typeName)}Val`
  }
  equals(other: Value): boolean | undefined {
    return other instanceof AuthorizationValue ? this === other : undefined
  }
}

export class AuthorizerValue extends AuthorizationValue {
  readonly check: AccessCheck
  readonly serviceAccount: AccessQuestion['serviceAccount']
  constructor(check: AccessCheck, serviceAccount?: AccessQuestion['serviceAccount']) {
    super(AUTHORIZER)
    this.check = check
    this.serviceAccount = serviceAccount
  }
}

/** An access check without its verb. */
class CheckValue extends AuthorizationValue {
  readonly authorizer: AuthorizerValue
  readonly path: string | undefined
  readonly resource: ResourceQuestion | undefined
  constructor(typeName: string, authorizer: AuthorizerValue, asked: Pick<AccessQuestion, 'path' | 'resource'>) {
    super(typeName)
    this.authorizer = authorizer
    this.path = asked.path
    this.resource = asked.resource
  }
  with(part: Partial<ResourceQuestion>): CheckValue {
    return resourceCheck(this.authorizer, { ...NOTHING, ...this.resource, ...part })
  }
}

const NOTHING: ResourceQuestion = { group: '', resource: '', subresource: '', namespace: '', name: '' }

export const resourceCheck = (authorizer: AuthorizerValue, resource: ResourceQuestion): CheckValue =>
  new CheckValue(RESOURCE_CHECK, authorizer, { resource })

class DecisionValue extends AuthorizationValue {
  readonly decision: AccessDecision
  constructor(decision: AccessDecision) {
    super(DECISION)
    this.decision = decision
  }
}

function serviceAccount(authorizer: AuthorizerValue, namespace: string, name: string): Value {
  if (dnsSubdomain(name).length > 0) throw new EvaluationError('Invalid service account name')
  if (dnsLabel(namespace).length > 0) throw new EvaluationError('Invalid service account namespace')
  return new AuthorizerValue(authorizer.check, { namespace, name })
}

function filled(text: string, what: string): string {
  if (text.trim() === '') throw new EvaluationError(`${what} must not be empty`)
  return text
}

function check({ authorizer, path, resource }: CheckValue, verb: string): Value {
  const { serviceAccount: account } = authorizer
  return new DecisionValue(authorizer.check({ verb, path, resource, serviceAccount: account }))
}

/** The functions of `authorizer`: access checks by the authorizer of the server. */
export const authorizer: Library = {
  path: {
    overloads: [
      member(
        'authorizer_path',
        `${AUTHORIZER}, string`,
        PATH_CHECK,
        (value: AuthorizerValue, path: string) => new CheckValue(PATH_CHECK, value, { path: filled(path, 'path') }),
      ),
    ],
  },
  group: {
    overloads: [
      member(
        'authorizer_group',
        `${AUTHORIZER}, string`,
        GROUP_CHECK,
        (value: AuthorizerValue, group: string) =>
          new CheckValue(GROUP_CHECK, value, { resource: { ...NOTHING, group } }),
      ),
    ],
  },
  serviceAccount: {
    overloads: [member('authorizer_serviceaccount', `${AUTHORIZER}, string, string`, AUTHORIZER, serviceAccount)],
  },
  resource: {
    overloads: [
      member('groupcheck_resource', `${GROUP_CHECK}, string`, RESOURCE_CHECK, (value: CheckValue, name: string) =>
        value.with({ resource: filled(name, 'resource') }),
      ),
    ],
  },
  subresource: {
    overloads: [
      member(
        'resourcecheck_subresource',
        `${RESOURCE_CHECK}, string`,
        RESOURCE_CHECK,
        (value: CheckValue, subresource: string) => value.with({ subresource }),
      ),
    ],
  },
  namespace: {
    overloads: [
      member(
        'resourcecheck_namespace',
        `${RESOURCE_CHECK}, string`,
        RESOURCE_CHECK,
        (value: CheckValue, namespace: string) => value.with({ namespace }),
      ),
    ],
  },
  name: {
    overloads: [
      member('resourcecheck_name', `${RESOURCE_CHECK}, string`, RESOURCE_CHECK, (value: CheckValue, name: string) =>
        value.with({ name }),
      ),
    ],
  },
  check: {
    overloads: [
      member('pathcheck_check', `${PATH_CHECK}, string`, DECISION, check),
      member('resourcecheck_check', `${RESOURCE_CHECK}, string`, DECISION, check),
    ],
  },
  errored: { overloads: [member('decision_errored', DECISION, 'bool', () => false)] },
  error: { overloads: [member('decision_error', DECISION, 'string', () => '')] },
  allowed: {
    overloads: [member('decision_allowed', DECISION, 'bool', ({ decision }: DecisionValue) => decision.allowed)],
  },
  reason: {
    overloads: [member('decision_reason', DECISION, 'string', ({ decision }: DecisionValue) => decision.reason)],
  },
}
