import { describe, expect, it } from 'vitest'
import { checkedConfigurationFile } from './configuration-checks.ts'

const check = (raw: object) => () => checkedConfigurationFile('f', raw as never)

describe('the check of a configuration file', () => {
  it('accepts a file without a type and with unknown fields', () => {
    expect(check({ odd: 1, clusters: null, users: [{ name: 'u', user: { odd: {} } }] })).not.toThrow()
  })

  it('returns the fields that Go writes: neither unknown nor empty ones', () => {
    const cluster = { server: '', 'proxy-url': '', 'disable-compression': false, extensions: [], odd: 1 }
    const user = { token: '', 'as-groups': [], 'as-user-extra': {}, exec: { args: [], odd: 1, command: '' } }
    const raw = { odd: 1, users: [{ user, name: 'u', odd: 1 }], clusters: [{ name: 'c', cluster }] }
    expect(JSON.stringify(check(raw)())).toBe(
      '{"clusters":[{"name":"c","cluster":{"server":""}}],"users":[{"name":"u","user":{"exec":{"command":"","args":[]}}}]}',
    )
  })

  it('refuses a file of another kind', () => {
    expect(check({ apiVersion: 'v1', kind: 'Pod' })).toThrow(
      'error loading config file "f": no kind "Pod" is registered for version "v1"',
    )
  })

  it.each([
    [[], "couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type struct {"],
    [{ kind: true }, 'json: cannot unmarshal bool into Go struct field .kind of type string'],
    [{ clusters: 'x' }, 'json: cannot unmarshal string into Go struct field Config.clusters of type []v1.NamedCluster'],
    [
      { contexts: [{ name: 'a', context: { namespace: false } }] },
      'json: cannot unmarshal bool into Go struct field Context.contexts.context.namespace of type string',
    ],
    [
      { clusters: [{ name: 'a', cluster: { 'insecure-skip-tls-verify': 'yes' } }] },
      'json: cannot unmarshal string into Go struct field Cluster.clusters.cluster.insecure-skip-tls-verify of type bool',
    ],
    [
      { users: [{ name: 1 }] },
      'json: cannot unmarshal number into Go struct field NamedAuthInfo.users.name of type string',
    ],
    [
      { users: [{ name: 'a', user: { exec: { args: 'x' } } }] },
      'json: cannot unmarshal string into Go struct field ExecConfig.users.user.exec.args of type []string',
    ],
  ])('refuses fields of other types: %j', (raw, why) => {
    expect(check(raw)).toThrow(`error loading config file "f": `)
    expect(check(raw)).toThrow(why)
  })

  it.each([
    ['%%%', 0],
    ['AQI', 0],
    ['AQIDx===', 5],
  ])('refuses the bytes %j of a certificate, also with two entries of one name', (data, offset) => {
    const fault = `error loading config file "f": illegal base64 data at input byte ${offset}`
    const entry = { name: 'a', user: { 'client-certificate-data': data } }
    expect(check({ users: [entry] })).toThrow(fault)
    expect(check({ users: [entry, entry] })).toThrow(fault)
  })

  it('refuses two entries of one name, with the list as Go prints it', () => {
    const cluster = { server: 'http://a', 'certificate-authority-data': 'AQI=' }
    expect(check({ clusters: [{ name: 'a', cluster }, { name: 'a' }] })).toThrow(
      'error loading config file "f": error converting *[]NamedCluster into *map[string]*api.Cluster: duplicate name "a" in list: [{a {http://a  false  [1 2]  false []}} {a {  false  []  false []}}]',
    )
    expect(check({ contexts: [{ name: 'a' }, { name: 'a', context: { cluster: 'c', user: 'u' } }] })).toThrow(
      'error converting *[]NamedContext into *map[string]*api.Context: duplicate name "a" in list: [{a {   []}} {a {c u  []}}]',
    )
    expect(check({ users: [{ name: 'a', user: { token: 't' } }, { name: 'a' }] })).toThrow(
      'duplicate name "a" in list: [{a { []  [] t    [] map[]   <nil> <nil> []}} {a { []  []     [] map[]   <nil> <nil> []}}]',
    )
  })
})
