import { expect, test } from 'vitest'
import { readYaml } from '../../../worker/codec/yaml-reader.ts'
import { run } from '../command-line.fixture.ts'

const user = {
  name: 'u',
  user: { exec: { apiVersion: 'v1', command: 'login', args: ['a'], env: [{ name: 'A', value: 'b' }] } },
}
const kc = JSON.stringify({ apiVersion: 'v1', kind: 'Config', users: [user] })

test.each([
  ['--exec-command=other', { args: null, command: 'other', env: [{ name: 'A', value: 'b' }] }],
  ['--exec-env=A-', { args: ['a'], command: 'login', env: [] }],
  ['--exec-env=A=c --exec-env=A-', { env: [{ name: 'A', value: 'c' }] }],
  ['--exec-interactive-mode=Never --exec-arg=b', { args: ['b'], interactiveMode: 'Never' }],
])('set-credentials %s changes a credential plugin', async (flags, exec) => {
  const { written } = await run(`config set-credentials u --kubeconfig=kc ${flags}`, {}, 'k8s', { kc })
  const { value } = await readYaml(written.get('kc') ?? '')
  expect(value).toMatchObject({ users: [{ user: { exec } }] })
})

test.each([
  ['--auth-provider=', { name: '', config: {} }],
  ['--auth-provider=', { name: '', config: {} }, { name: 'x', config: { a: 'b' } }],
  ['--auth-provider=y', { name: 'y', config: {} }, { name: 'x', config: { a: 'b' } }],
  ['--auth-provider=x', { name: 'x', config: { a: 'b' } }, { name: 'x', config: { a: 'b' } }],
  ['--auth-provider=x --auth-provider-arg=a=b --auth-provider-arg=a-', { name: 'x', config: { a: 'b' } }],
])('set-credentials %s writes the provider %j', async (flags, provider, before?: object) => {
  const users = [{ name: 'u', user: before === undefined ? {} : { 'auth-provider': before } }]
  const config = JSON.stringify({ apiVersion: 'v1', kind: 'Config', users })
  const { written } = await run(`config set-credentials u --kubeconfig=kc ${flags}`, {}, 'k8s', { kc: config })
  const { value } = await readYaml(written.get('kc') ?? '')
  expect(value).toMatchObject({ users: [{ user: { 'auth-provider': provider } }] })
})

test('set-credentials reads an empty path as the working folder, but embeds no folder', async () => {
  const { written } = await run('config set-credentials u --kubeconfig=/a/kc --client-key=', {}, 'k8s')
  expect(written.get('/a/kc')).toContain('client-key: ')
  const { stderr } = await run('config set-credentials u --kubeconfig=kc --client-key= --embed-certs', {}, 'k8s')
  expect(stderr).toBe('error: you must specify a --client-certificate or --client-key to embed\n')
})

test('set-credentials refuses an unknown interactive mode', async () => {
  const { stderr } = await run('config set-credentials u --exec-interactive-mode=never', {}, 'k8s', { kc })
  expect(stderr).toBe('error: invalid interactive mode type, can be only IfAvailable, Never, Always\n')
})

test('get-contexts names every missing context', async () => {
  const { stderr } = await run('config get-contexts a b --kubeconfig=kc', {}, 'k8s', { kc })
  expect(stderr).toBe('context a not found\ncontext b not found\n')
})

test.each([
  ['contexts.c.namespace.x y', 'unable to parse one or more field values of contexts.c.namespace.x'],
  ['current-context.x y', 'unable to parse one or more field values of current-context.x'],
])('refuses config set %s, which names no property', async (words, message) => {
  expect((await run(`config set ${words} --kubeconfig=kc`, {}, 'k8s', { kc })).stderr).toBe(`error: ${message}\n`)
})

test.each([
  ['preferences.odd x', 'unable to parse preferences.odd after [{preferences 0x1da70e0}] at api.Preferences'],
  ['users.u.act-as-groups x', 'unrecognized slice type. string'],
  ['users.u.act-as-user-extra x', "can't set a map to a value: map[k:[a b]]"],
  ['users.u.exec.command x', 'unable to parse one or more field values of users.u.exec.command'],
  ['users.u.as x', "can't set a map to a value: map[u:0xc000400000]"],
  ['clusters.c.extensions x', "can't set a map to a value: map[]"],
  ['extensions x', "can't set a map to a value: map[e:0xc000400000]"],
  [
    'preferences x',
    'unable to locate path config.navigationStep{stepValue:"", stepType:reflect.Type(nil)} under {false map[]}',
  ],
])('refuses config set %s', async (words, message) => {
  const named = JSON.stringify({
    users: [{ name: 'u', user: { 'as-user-extra': { k: ['a', 'b'] } } }],
    extensions: [{ name: 'e', extension: {} }],
  })
  const { stderr } = await run(`config set ${words} --kubeconfig=kc`, {}, 'k8s', { kc: named })
  expect(stderr).toBe(`error: ${message}\n`)
})

test.each([
  ['set users.u.act-as jane', { as: 'jane', 'as-groups': ['g'] }],
  ['unset users.u.act-as-groups', {}],
  ['unset users.u.extensions', { 'as-groups': ['g'] }],
])('config %s changes the impersonated user', async (words, user) => {
  const file = JSON.stringify({ users: [{ name: 'u', user: { 'as-groups': ['g'] } }] })
  const { written } = await run(`config ${words} --kubeconfig=kc`, {}, 'k8s', { kc: file })
  expect((await readYaml(written.get('kc') ?? '')).value).toMatchObject({ users: [{ name: 'u', user }] })
})

test.each([
  ['TRUE', true],
  ['0', false],
])('config set reads the boolean %s', async (value, isWritten) => {
  const words = `config set clusters.c.insecure-skip-tls-verify ${value} --kubeconfig=kc`
  const { written } = await run(words, {}, 'k8s', { kc })
  expect(written.get('kc')?.includes('insecure-skip-tls-verify: true\n')).toBe(isWritten)
})

test('config unset of a field needs its entry', async () => {
  const { stderr } = await run('config unset clusters.c.extensions --kubeconfig=kc', {}, 'k8s', { kc })
  expect(stderr).toBe('error: current map key `c` is invalid\n')
})

test('config set refuses to unset a property', async () => {
  const { stderr } = await run(['config', 'set', 'clusters.c.server', '', '--kubeconfig=kc'], {}, 'k8s', { kc })
  expect(stderr).toBe('error: you cannot use set to unset a property\n')
})

test.each([
  [['QUJD\nREVG\n'], 'QUJDREVG'],
  [['é', '--set-raw-bytes'], 'w6k='],
])('config set stores the bytes %j in base64 without line breaks', async (words, data) => {
  const property = 'clusters.c.certificate-authority-data'
  const { written } = await run(['config', 'set', property, ...words, '--kubeconfig=kc'], {}, 'k8s', { kc })
  const { value } = await readYaml(written.get('kc') ?? '')
  expect(value).toMatchObject({ clusters: [{ cluster: { 'certificate-authority-data': data } }] })
})

test('config unset needs a property, and removes the preferences as a whole', async () => {
  const unset = async (property: string) =>
    await run(['config', 'unset', property, '--kubeconfig=kc'], {}, 'k8s', { kc })
  expect((await unset('')).stderr).toBe('error: you must specify a property\n')
  expect((await unset('preferences')).stdout).toBe('Property "preferences" unset.\n')
  expect((await run('config set preferences x --kubeconfig=kc', {}, 'k8s', { kc })).stderr).toBe(
    'error: unable to locate path config.navigationStep{stepValue:"", stepType:reflect.Type(nil)} under {false map[]}\n',
  )
})

test('config rename-context needs a new name', async () => {
  const { stderr } = await run(['config', 'rename-context', 'c', '', '--kubeconfig=kc'], {}, 'k8s', { kc })
  expect(stderr).toBe('error: You must specify a new non-empty context name\n')
})

test.each(['cluster', 'user'])('config view --minify refuses a context with a missing %s', async (what) => {
  const context = { cluster: 'a', user: 'b', [what]: 'none' }
  const file = JSON.stringify({
    clusters: [{ name: 'a', cluster: {} }],
    users: [{ name: 'b', user: {} }],
    contexts: [{ name: 'c', context }],
    'current-context': 'c',
  })
  const { stderr } = await run('config view --minify --kubeconfig=kc', {}, 'k8s', { kc: file })
  expect(stderr).toBe(`error: cannot locate ${what} none\n`)
})

test('set-credentials writes paths from the folder of the configuration, and absolute paths outside of it', async () => {
  const files = { '/home/kc': kc }
  const flags = '--client-certificate=/home/certs/c.crt --client-key=/etc/c.key'
  const { written } = await run(`config set-credentials u --kubeconfig=/home/kc ${flags}`, {}, 'k8s', files)
  expect(written.get('/home/kc')).toContain('client-certificate: certs/c.crt\n    client-key: /etc/c.key\n')
})

test('config set --set-raw-bytes writes the UTF-8 of the value', async () => {
  const words = 'config set users.u.client-key-data é€ --set-raw-bytes=true --kubeconfig=kc'
  const { written } = await run(words, {}, 'k8s', { kc })
  expect(written.get('kc')).toContain('client-key-data: w6nigqw=')
})

test('config set changes the file that has the entry', async () => {
  const other = 'users: []\n'
  const { written } = await run('KUBECONFIG=first:kc config set users.u.token t', {}, 'k8s', { first: other, kc })
  expect([...written.keys()]).toEqual(['kc'])
})

test('view applies a template that is given without a format', async () => {
  expect((await run('config view --kubeconfig=kc --template={{.kind}}', {}, 'k8s', { kc })).stdout).toBe('Config')
  expect((await run('config view --kubeconfig=kc -o yaml --template={{.kind}}', {}, 'k8s', { kc })).stdout).toContain(
    'kind: Config\n',
  )
})

const named = 'clusters: [{name: c, cluster: {server: "https://a", tls-server-name: a}}]\n'

test.each([
  ['--server=https://b', { server: 'https://b' }],
  ['--server=https://b --tls-server-name=b', { server: 'https://b', 'tls-server-name': 'b' }],
  ['--proxy-url=http://p', { server: 'https://a', 'tls-server-name': 'a', 'proxy-url': 'http://p' }],
])('set-cluster %s keeps the name for TLS only without a new server', async (flags, cluster) => {
  const { written } = await run(`config set-cluster c --kubeconfig=kc ${flags}`, {}, 'k8s', { kc: named })
  const { value } = await readYaml(written.get('kc') ?? '')
  expect(value).toHaveProperty('clusters', [{ name: 'c', cluster }])
})

test.each([
  ['/home/k', '.'],
  ['/home', '..'],
  ['/home/ca', '/home/ca'],
])('set-cluster writes the authority %s as %s', async (authority, path) => {
  const words = `config set-cluster c --kubeconfig=/home/k/c --certificate-authority=${authority}`
  const { written } = await run(words, {}, 'k8s', { '/home/k/c': named })
  expect(written.get('/home/k/c')).toContain(`certificate-authority: ${path}\n`)
})

test.each([
  ['--token=', { username: 'n', password: 'p' }, { username: 'n', password: 'p' }],
  ['--token=t', { username: 'n', password: 'p' }, { token: 't' }],
  ['--password=', { token: 't' }, { token: 't' }],
  ['--username=n', { token: 't', password: 'p' }, { username: 'n', password: 'p' }],
])('set-credentials %s changes the secrets of a user', async (flag, before, after) => {
  const config = JSON.stringify({ apiVersion: 'v1', kind: 'Config', users: [{ name: 'u', user: before }] })
  const { written } = await run(`config set-credentials u --kubeconfig=kc ${flag}`, {}, 'k8s', { kc: config })
  const { value } = await readYaml(written.get('kc') ?? '')
  expect(value).toMatchObject({ users: [{ user: after }] })
})

test('names each of several files that cannot be read', async () => {
  const files = { a: 'clusters: {}', b: 'users: 1' }
  const view = (flags: string) => run(`KUBECONFIG=a:b config view${flags}`, {}, 'k8s', files)
  expect((await view('')).stderr).toMatch(/^error loading config file "a": .*\nerror loading config file "b": .*\n$/)
  expect((await view(' --kubeconfig=a')).stderr).toMatch(/^error: error loading config file "a": json: /)
  expect((await view(' --kubeconfig=a --merge=false')).stderr).toMatch(/^error: json: /)
})
