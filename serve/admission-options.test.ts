import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { dialects } from '../worker/dialect/dialect.ts'
import { admissionOptions } from './admission-options.ts'
import { parseFlags } from './flags.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'admission-'))
function file(name: string, text: string): string {
  const place = path.join(folder, name)
  writeFileSync(place, text)
  return place
}
const read = (...flags: string[]) => admissionOptions(parseFlags(flags), dialects.k8s)

describe('admissionOptions', () => {
  it('reads the enabled plugins and the seconds of tolerations', () => {
    expect(
      read('--enable-admission-plugins=AlwaysAdmit, NamespaceExists', '--default-not-ready-toleration-seconds=10'),
    ).toMatchObject({
      enable: ['AlwaysAdmit', 'NamespaceExists'],
      tolerationSeconds: { notReady: 10, unreachable: 300 },
    })
  })

  it('refuses an unknown plugin name', () => {
    expect(() => read('--disable-admission-plugins=Nope')).toThrow('disable-admission-plugins plugin "Nope" is unknown')
  })

  it('turns off all plugins that --admission-control does not name', () => {
    const { enable, disable } = read('--admission-control=NamespaceLifecycle,AlwaysAdmit')
    expect(enable).toEqual(['NamespaceLifecycle', 'AlwaysAdmit'])
    expect(disable).toEqual(expect.arrayContaining(['ServiceAccount', 'AlwaysDeny']))
    expect(disable).not.toContain('AlwaysAdmit')
  })

  it.each([
    [['--admission-control=Nope'], 'admission-control plugin "Nope" is unknown'],
    [['--admission-control=AlwaysAdmit', '--disable-admission-plugins=AlwaysDeny'], 'mutually exclusive'],
  ])('refuses %j', (flags, message) => {
    expect(() => read(...flags)).toThrow(message)
  })

  it('reads plugin configurations from the file and from files that it names', () => {
    file('quota.yaml', 'kind: ResourceQuotaConfiguration\n')
    const place = file(
      'admission.yaml',
      `apiVersion: apiserver.config.k8s.io/v1
kind: AdmissionConfiguration
plugins:
- {name: PodSecurity, configuration: {kind: PodSecurityConfiguration}}
- {name: ResourceQuota, path: quota.yaml}
`,
    )
    expect(read(`--admission-control-config-file=${place}`).configuration).toEqual({
      PodSecurity: { kind: 'PodSecurityConfiguration' },
      ResourceQuota: { kind: 'ResourceQuotaConfiguration' },
    })
  })

  it('refuses a file of another kind, and a missing file', () => {
    const other = file('other.yaml', 'kind: Pod\n')
    expect(() => read(`--admission-control-config-file=${other}`)).toThrow('not an AdmissionConfiguration')
    expect(() => read('--admission-control-config-file=/nowhere')).toThrow('unable to read admission control')
  })
})
