import type { Case, Step } from '../../../../conformance/case.ts'
import { CORE, get, groupPath, patch, post, put, remove, scenario } from '../steps.ts'

type Members = Record<string, unknown>
const ADMISSION = '/apis/admissionregistration.k8s.io/v1'
const POLICIES = `${ADMISSION}/validatingadmissionpolicies`
const BINDINGS = `${ADMISSION}/validatingadmissionpolicybindings`

const rules = (resources: readonly string[] = ['configmaps']): Members[] => [{ apiGroups: ['', 'apps'], apiVersions: ['v1'], operations: ['*'], resources }] // prettier-ignore
const policy = (name: string, spec: Members): Members => ({ metadata: { name }, spec: { matchConstraints: { resourceRules: rules() }, ...spec } }) // prettier-ignore

/** Expressions that compile or not, or fail when they run. */
const EXPRESSIONS: readonly string[] = [
  'true', 'false', '', ' ', '1', '"a"', 'null', '{}', '[]', 'x', 'object', 'object.data', 'object.data.k == "v"', 'object.data["k"] == "v"', 'object.nope', 'object.data.?k.orValue("") == "v"', 'has(object.data)', 'has(object.data.k)', 'has(object)', 'has(object.metadata.nope)', 'object == null', 'oldObject == null', 'oldObject.data == object.data', 'request.operation == "CREATE"', 'request.nope', 'request.userInfo.username.startsWith("a")', 'request.dryRun', 'request.options.nope', 'params == null', 'params.x', 'namespaceObject.metadata.name == request.namespace', 'namespaceObject.spec.finalizers.size() > 0', 'namespaceObject.status.phase == "Active"', 'variables.x', 'authorizer', 'authorizer.path("/x").check("get").allowed()', 'authorizer.group("").resource("pods").namespace("x").check("get").reason() == ""', 'authorizer.serviceAccount("a","b").group("").resource("pods").check("x").errored()', 'authorizer.requestResource.check("get").allowed()', 'authorizer.group("").check("x")',
  'object.data.all(k, object.data[k] != "")', 'object.data.exists_one(k, k == "k")', '[1,2].map(x, x * 2).sum() == 6', '[1,2,3].filter(x, x > 1) == [2,3]', '"a".matches("(")', '"a".matches(object.data.k)', '1/0 == 1', '1 % 0 == 1', '9223372036854775807 + 1 > 0', 'int("x") == 1', 'double("1.5") > 1', 'timestamp("x") < timestamp("2020-01-01T00:00:00Z")', 'duration("1h") > duration("1m")', '[1][1] == 1', '{"a": 1}.b == 1', 'dyn(1) == "a"', '1 == "a"', '1 < 1.5', '1u > 0', 'b"a" == b"a"', 'type(1) == int', 'string(1) + "a" == "1a"', 'size("é") == 1', '"a,b".split(",")[1] == "b"', '"a" in ["a"]', '"k" in object.data', 'url("https://a.b/c").getHost() == "a.b"', 'url("x").getHost() == ""', 'isURL("http://x")', 'quantity("1Ki").isGreaterThan(quantity("1"))', 'ip("1.2.3.4").family() == 4', 'cidr("1.2.3.0/24").containsIP("1.2.3.4")', 'sets.contains([1],[1])', 'optional.of(1).hasValue()', '[?object.?x]', 'cel.bind(a, 1, a == 1)', 'math.greatest(1, 2) == 2', '"%d".format([1]) == "1"', '"abc".reverse() == "cba"', 'object.metadata.labels.all(x, x.size() < 3)', 'object.metadata.name.size() < 5 ? true : false', 'object.metadata.creationTimestamp > timestamp("2020-01-01T00:00:00Z")', 'object.kind == "ConfigMap"', 'object.apiVersion == "v1"', 'object.metadata.managedFields.size() > 0', 'object.metadata.uid == ""', 'request.requestKind == request.kind', 'request.resource.resource == "configmaps"', 'request.subResource == ""', 'request.name', 'request.uid != ""', 'true &&', 'true || (', "'a' == \"a\"", 'true == !false', 'a.b.c', '__x__ == 1', 'if', 'object.if', 'object.__namespace__ == 1', 'object.metadata.namespace == "x"', '"\\u00e9" == "é"', "r'\\d' == '\\\\d'", '/* c */ true', 'true // c', '1.0 == 1.0', '.5 > 0.1', '0x10 == 16', '-1 < 0', '- 1 < 0', '1e3 > 1.0', '!true', '!!true', '[true][0]', '{true: 1}[true] == 1', '{1: true}[1]', 'object.data.map(k, k).size() >= 0',
] // prettier-ignore

const chunks = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size))

const MAP = { metadata: { name: 'a', labels: { long: 'abcd' } }, data: { k: 'v' } }

/** Each expression as a rule, a message, a variable, an audit value and a match condition of a policy that is stored nowhere. */
const compiled = (): Case[] =>
  chunks(EXPRESSIONS, 30).map((some, at) =>
    scenario('policy', `expressions-${at}`, some.flatMap((expression): Step[] => [
      post(`${POLICIES}?dryRun=All`, policy('x', { validations: [{ expression, message: 'm' }] })),
      post(`${POLICIES}?dryRun=All`, policy('x', { validations: [{ expression: 'true', messageExpression: expression }] })),
      post(`${POLICIES}?dryRun=All`, policy('x', { variables: [{ name: 'x', expression }], validations: [{ expression: 'variables.x == 1' }] })),
      post(`${POLICIES}?dryRun=All`, policy('x', { auditAnnotations: [{ key: 'k', valueExpression: expression }] })),
      post(`${POLICIES}?dryRun=All`, policy('x', { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' }, matchConditions: [{ name: 'm', expression }], validations: [{ expression }] })),
      post(`${ADMISSION}/validatingwebhookconfigurations?dryRun=All`, { metadata: { name: 'x' }, webhooks: [{ name: 'a.b.c', clientConfig: { url: 'https://x' }, sideEffects: 'None', admissionReviewVersions: ['v1'], matchConditions: [{ name: 'm', expression }] }] }),
    ]))) // prettier-ignore

/** Enough of an expression to recognise it in a message; a long message has other rules. */
const beginning = (expression: string): string => expression.slice(0, 20)

/** The expressions that compile, each for requests about another object. */
const evaluated = (): Case[] =>
  chunks(EXPRESSIONS, 20).map((some, at) => {
    const named = (i: number): string => `\${ns}-${i}`
    const only = (i: number): Members => ({ matchConstraints: { resourceRules: [{ ...rules()[0], resourceNames: [`a${i}`] }] } })
    const map = (i: number): Members => ({ ...MAP, metadata: { ...MAP.metadata, name: `a${i}` } })
    return scenario('policy', `evaluated-${at}`, [
      ...some.flatMap((expression, i): Step[] => [
        post(`${CORE}/configmaps`, map(i)),
        post(POLICIES, policy(named(i), { ...only(i), validations: [{ expression, messageExpression: `"failed: " + string(${JSON.stringify(beginning(expression))})` }] })),
        post(BINDINGS, { metadata: { name: named(i) }, spec: { policyName: named(i), validationActions: ['Deny'], matchResources: { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': '${ns}' } } } } }),
      ]),
      { sleep: 2500 },
      ...some.flatMap((_, i): Step[] => [
        put(`${CORE}/configmaps/a${i}?dryRun=All`, map(i)),
        patch(`${CORE}/configmaps/a${i}?dryRun=All`, { data: { k: 'w' }, metadata: { labels: { a: 'b' } } }),
        remove(`${CORE}/configmaps/a${i}?dryRun=All`),
      ]),
    ], { cleanup: some.flatMap((_, i) => [`${BINDINGS}/${named(i)}`, `${POLICIES}/${named(i)}`]) })
  }) // prettier-ignore

const PARTS: readonly Members[] = [
  {}, { validations: [] }, { validations: null }, { validations: [{}] }, { validations: [{ expression: 'true', reason: 'Forbidden' }] }, { validations: [{ expression: 'true', reason: 'X' }] }, { validations: [{ expression: 'true', reason: 'Invalid', message: ' ' }] }, { validations: [{ expression: 'true', message: 'a\nb' }] }, { validations: [{ expression: 'a\nb' }] }, { failurePolicy: '' }, { failurePolicy: 'X' }, { failurePolicy: null }, { paramKind: {} }, { paramKind: { apiVersion: 'v1' } }, { paramKind: { kind: 'ConfigMap' } }, { paramKind: { apiVersion: 'a/b/c', kind: 'x' } }, { paramKind: { apiVersion: 'v1', kind: 'Bad Kind' } }, { paramKind: { apiVersion: 'none.io/v1', kind: 'None' } }, { matchConstraints: null }, { matchConstraints: {} }, { matchConstraints: { resourceRules: [] } }, { matchConstraints: { resourceRules: [{}] } }, { matchConstraints: { resourceRules: [{ apiGroups: ['*', 'a'], apiVersions: ['*'], operations: ['CREATE', '*'], resources: ['*'] }] } }, { matchConstraints: { resourceRules: [{ apiGroups: [''], apiVersions: [''], operations: ['create'], resources: [''] }] } }, { matchConstraints: { resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods', '*', 'pods/*', '*/status', '*/*'] }] } }, { matchConstraints: { resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'], scope: 'X' }] } }, { matchConstraints: { resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CONNECT', 'CONNECT'], resources: ['pods/exec'], resourceNames: ['a', 'a', ''] }] } }, { matchConstraints: { resourceRules: rules(), matchPolicy: 'X' } }, { matchConstraints: { resourceRules: rules(), namespaceSelector: { matchExpressions: [{ key: 'a b', operator: 'X' }] }, objectSelector: { matchLabels: { a: 'b c' } } } }, { matchConstraints: { excludeResourceRules: rules() } }, { matchConditions: [{ name: '', expression: '' }] }, { matchConditions: [{ name: 'a', expression: 'true' }, { name: 'a', expression: 'true' }] }, { matchConditions: [{ name: 'a b', expression: 'true' }] }, { matchConditions: Array.from({ length: 65 }, (_, at) => ({ name: `m${at}`, expression: 'true' })) }, { variables: [{ name: '', expression: '' }] }, { variables: [{ name: 'a-b', expression: '1' }] }, { variables: [{ name: 'a', expression: '1' }, { name: 'a', expression: '2' }], validations: [{ expression: 'variables.a == 1' }] }, { variables: [{ name: 'a', expression: 'variables.b' }, { name: 'b', expression: '1' }], validations: [{ expression: 'variables.a == 1' }] }, { auditAnnotations: [{}] }, { auditAnnotations: [{ key: 'A b', valueExpression: '"x"' }] }, { auditAnnotations: [{ key: 'a', valueExpression: '"x"' }, { key: 'a', valueExpression: 'null' }] }, { bogus: 1 },
] // prettier-ignore

const BOUND: readonly Members[] = [
  {}, { policyName: '' }, { policyName: 'A b' }, { policyName: 'p' }, { policyName: 'p', validationActions: [] }, { policyName: 'p', validationActions: ['Deny', 'Warn'] }, { policyName: 'p', validationActions: ['Deny', 'Deny'] }, { policyName: 'p', validationActions: ['X'] }, { policyName: 'p', validationActions: ['Audit'], paramRef: {} }, { policyName: 'p', validationActions: ['Audit'], paramRef: { name: 'x' } }, { policyName: 'p', validationActions: ['Audit'], paramRef: { name: 'x', selector: {} } }, { policyName: 'p', validationActions: ['Audit'], paramRef: { name: 'x', parameterNotFoundAction: 'X' } }, { policyName: 'p', validationActions: ['Audit'], paramRef: { selector: { matchLabels: { 'a b': 'c' } }, parameterNotFoundAction: 'Deny' } }, { policyName: 'p', validationActions: ['Audit'], paramRef: { name: 'x', namespace: 'A', parameterNotFoundAction: 'Allow' } }, { policyName: 'p', validationActions: ['Audit'], matchResources: {} }, { policyName: 'p', validationActions: ['Audit'], matchResources: { resourceRules: [{}], matchPolicy: '' } }, { policyName: 'p', validationActions: null, matchResources: null },
] // prettier-ignore

const stored = (): Case =>
  scenario('policy', 'parts', [
    post(POLICIES, policy('${ns}', { validations: [{ expression: 'true' }] })),
    ...PARTS.flatMap((part): Step[] => [
      post(`${POLICIES}?dryRun=All`, policy('x', part)),
      post(`${POLICIES}?dryRun=All&fieldValidation=Strict`, policy('x', { validations: [{ expression: 'true' }], ...part })),
      put(`${POLICIES}/\${ns}?dryRun=All`, policy('${ns}', { validations: [{ expression: 'true' }], ...part })),
      patch(`${POLICIES}/\${ns}?dryRun=All&fieldManager=m`, { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingAdmissionPolicy', spec: part }, { type: 'apply' }),
      patch(`${POLICIES}/\${ns}?dryRun=All`, { spec: part }),
    ]),
    ...BOUND.flatMap((spec): Step[] => [
      post(`${BINDINGS}?dryRun=All`, { metadata: { name: 'x' }, spec }),
      post(`${BINDINGS}?dryRun=All&fieldValidation=Strict`, { metadata: { generateName: 'x' }, spec: { ...spec, bogus: 1 } }),
      patch(`${BINDINGS}/new?dryRun=All&fieldManager=m`, { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingAdmissionPolicyBinding', spec }, { type: 'apply' }),
    ]),
    get(`${POLICIES}/\${ns}/status`),
    put(`${POLICIES}/\${ns}/status?dryRun=All`, { metadata: { name: '${ns}' }, status: { observedGeneration: 3, conditions: [{ type: 'A' }], typeChecking: { expressionWarnings: [{}] } } }),
  ], { cleanup: [`${POLICIES}/\${ns}`] }) // prettier-ignore

/** Levels of pod security, with the labels of the namespace and the fields of pods and templates. */
const LEVELS = 'pod-security.kubernetes.io'
const CONTEXTS: readonly Members[] = [
  {}, { hostNetwork: true }, { hostPID: true, hostIPC: true }, { hostUsers: false }, { securityContext: { runAsNonRoot: true } }, { securityContext: { runAsUser: 0 } }, { securityContext: { seccompProfile: { type: 'RuntimeDefault' }, runAsNonRoot: true } }, { securityContext: { sysctls: [{ name: 'kernel.msgmax', value: '1' }] } }, { securityContext: { windowsOptions: { hostProcess: true } }, hostNetwork: true }, { volumes: [{ name: 'v', hostPath: { path: '/' } }, { name: 'w', nfs: { server: 's', path: '/' } }] }, { containers: [{ name: 'c', image: 'i', ports: [{ containerPort: 80, hostPort: 80 }, { containerPort: 81, hostPort: 0 }] }] }, { containers: [{ name: 'c', image: 'i', securityContext: { privileged: true } }, { name: 'd', image: 'i', securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'], add: ['NET_BIND_SERVICE', 'SYS_TIME'] } } }] }, { initContainers: [{ name: 'i', image: 'i', securityContext: { procMount: 'Unmasked' } }] }, { os: { name: 'windows' } }, { os: { name: 'windows' }, securityContext: { windowsOptions: { hostProcess: true } } },
] // prettier-ignore

const security = (): Case[] =>
  ['privileged', 'baseline', 'restricted', 'bogus', ''].flatMap((level, at) =>
    ['latest', 'v1.8', 'v1.30', 'v1.99', '1.30', ''].map((version, number) =>
      scenario('pod-security', `levels-${at}-${number}`, [
        patch('/api/v1/namespaces/${ns}', { metadata: { labels: { [`${LEVELS}/enforce`]: level, [`${LEVELS}/enforce-version`]: version, [`${LEVELS}/warn`]: 'restricted', [`${LEVELS}/audit`]: level } } }), // prettier-ignore
        ...CONTEXTS.flatMap((spec): Step[] => {
          const whole = { containers: [{ name: 'c', image: 'i' }], ...spec }
          return [
            post(`${CORE}/pods?dryRun=All`, { metadata: { name: 'p' }, spec: whole }),
            post(`${groupPath('apps', 'v1')}/deployments?dryRun=All`, { metadata: { name: 'd' }, spec: { selector: { matchLabels: { a: 'b' } }, template: { metadata: { labels: { a: 'b' } }, spec: whole } } }), // prettier-ignore
          ]
        }),
        patch('/api/v1/namespaces/${ns}?dryRun=All', { metadata: { labels: { [`${LEVELS}/enforce`]: 'restricted' } } }),
      ]),
    ),
  )

/** Expressions and parts of policies, and levels of pod security. */
export const policyQuestions = (): Case[] => [...compiled(), ...evaluated(), stored(), ...security()]
