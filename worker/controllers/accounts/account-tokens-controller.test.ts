import { describe, expect, it } from 'vitest'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import type { AccountTokens } from '../../authentication/service-account/account-tokens.ts'
import { deletion } from '../../verbs/verbs-fixture.ts'
import { managed } from '../controller-fixture.ts'
import { accountTokensController } from './account-tokens-controller.ts'
import { SERVICE_ACCOUNTS } from '../kinds.ts'

const NAME = 'kubernetes.io/service-account.name'
const UID = 'kubernetes.io/service-account.uid'

const tokens: AccountTokens = {
  settings: {},
  issuer: 'https://here',
  authenticate: () => Promise.reject(new Error('not asked')),
  issue: () => Promise.reject(new Error('not asked')),
  issueForSecret: (account, secret) => Promise.resolve(`token of ${account.metadata?.name ?? ''} in ${secret}`),
  keySet: () => Promise.resolve([]),
}

async function withRobot() {
  const cluster = await managed([accountTokensController], { accountTokens: () => Promise.resolve(tokens) })
  const { create, pass, read, verbs, target, caller } = cluster
  const robot = await create('serviceaccounts', {
    metadata: { name: 'robot' },
    secrets: [{ name: 't' }, { name: 'u' }],
  })
  const ask = async (annotations: Record<string, string>, data: Record<string, string> = {}) => {
    const metadata = { name: 't', annotations }
    await create('secrets', { metadata, type: 'kubernetes.io/service-account-token', data })
    await pass(0)
  }
  const secret = () => read('secrets', 't')
  const texts = () => {
    const data = secret()?.['data']
    return isObject(data)
      ? Object.fromEntries(Object.entries(data).map(([key, text]) => [key, atob(String(text))]))
      : {}
  }
  const remove = async (resource: string, name: string) => {
    await verbs.delete(target(resource, name), caller, deletion)
    await pass(0)
  }
  return { ...cluster, uid: uidOf(robot), ask, secret, texts, remove }
}

const uidOf = ({ metadata }: ApiObject) => metadata?.uid ?? ''

describe('the token secret of an account', () => {
  it('receives its data, and receives the data again after a removal', async () => {
    const { ask, secret, texts, uid, context, pass, report } = await withRobot()
    await ask({ [NAME]: 'robot' })
    const filled = { 'ca.crt': 'the authorities\n', namespace: 'default', token: 'token of robot in t' }
    expect(texts()).toEqual(filled)
    expect(secret()?.metadata?.annotations).toEqual({ [NAME]: 'robot', [UID]: uid })
    const place = { namespace: 'default', name: 't' }
    const secrets = { group: '', version: 'v1', resource: 'secrets' }
    await context.objects.patch(secrets, place, 'merge', { data: { token: null, namespace: btoa('x') } })
    await pass(0)
    expect(texts()).toEqual({ ...filled, namespace: 'x' })
    expect(report).not.toHaveBeenCalled()
  })

  it('keeps a token that another writer set', async () => {
    const { ask, texts } = await withRobot()
    await ask({ [NAME]: 'robot' }, { token: btoa('mine') })
    expect(texts()).toMatchObject({ token: 'mine', namespace: 'default' })
  })

  it('is deleted when the account is missing, replaced or deleted', async () => {
    const { ask, secret, remove } = await withRobot()
    await ask({ [NAME]: 'missing' })
    expect(secret()).toBeUndefined()
    await ask({ [NAME]: 'robot', [UID]: 'another' })
    expect(secret()).toBeUndefined()
    await ask({ [NAME]: 'robot' })
    expect(secret()).toBeDefined()
    await remove('serviceaccounts', 'robot')
    expect(secret()).toBeUndefined()
  })

  it('is removed from its account when it is deleted', async () => {
    const { ask, remove, context } = await withRobot()
    await ask({ [NAME]: 'robot' })
    await remove('secrets', 't')
    const robot = await context.objects.get(SERVICE_ACCOUNTS, { namespace: 'default', name: 'robot' })
    expect(robot?.['secrets']).toEqual([{ name: 'u' }])
  })
})
