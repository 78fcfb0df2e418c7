import { describe, expect, it } from 'vitest'
import { printedTemplate } from './printed-template.ts'
import { templateHash } from './template-hash.ts'

const container = {
  terminationMessagePath: '/dev/termination-log',
  terminationMessagePolicy: 'File',
  imagePullPolicy: 'Always',
}
const pod = {
  restartPolicy: 'Always',
  terminationGracePeriodSeconds: 30,
  dnsPolicy: 'ClusterFirst',
  securityContext: {},
  schedulerName: 'default-scheduler',
}
const plain = {
  metadata: { creationTimestamp: null, labels: { app: 'x', rev: '1' } },
  spec: { containers: [{ name: 'c', image: 'img', resources: {}, ...container }], ...pod },
}

describe('the hash of a pod template', () => {
  it('equals the hash of the real controller', () => {
    expect(templateHash(plain, undefined)).toBe('64bfc9d956')
    const rich = {
      metadata: { creationTimestamp: null, labels: { k: 'v' }, annotations: { x: 'y' } },
      spec: {
        ...pod,
        containers: [
          {
            name: 'a',
            image: 'nginx:1',
            ...container,
            imagePullPolicy: 'IfNotPresent',
            env: [{ name: 'E', value: '1' }],
            ports: [{ containerPort: 80, protocol: 'TCP' }],
            resources: { limits: { cpu: '1' } },
          },
        ],
      },
    }
    expect(templateHash(rich, undefined)).toBe('68f94d66d9')
  })

  it('differs after a collision', () => {
    expect(templateHash(plain, 1)).not.toBe(templateHash(plain, undefined))
    expect(templateHash(plain, 1)).not.toBe(templateHash(plain, 2))
  })
})

describe('a printed template', () => {
  const part = (template: object): string => printedTemplate({ spec: template } as never)

  it('prints embedded structs as Go does', () => {
    expect(part({ volumes: [{ name: 'v', emptyDir: { sizeLimit: '1Gi' } }] })).toContain(
      'Volumes:([]v1.Volume)[{Name:(string)v VolumeSource:(v1.VolumeSource){HostPath:(*v1.HostPathVolumeSource)<nil> ' +
        'EmptyDir:(*v1.EmptyDirVolumeSource){Medium:(v1.StorageMedium) SizeLimit:(*resource.Quantity)' +
        '{i:(resource.int64Amount){value:(int64)1073741824 scale:(resource.Scale)0} ' +
        'd:(resource.infDecAmount){Dec:(*inf.Dec)<nil>} s:(string)1Gi Format:(resource.Format)BinarySI}}',
    )
    const probe = { httpGet: { port: 'web', path: '/' }, periodSeconds: 3 }
    expect(part({ containers: [{ name: 'c', livenessProbe: probe }] })).toContain(
      'LivenessProbe:(*v1.Probe){ProbeHandler:(v1.ProbeHandler){Exec:(*v1.ExecAction)<nil> HTTPGet:(*v1.HTTPGetAction)' +
        '{Path:(string)/ Port:(intstr.IntOrString){Type:(intstr.Type)1 IntVal:(int32)0 StrVal:(string)web} ' +
        'Host:(string) Scheme:(v1.URIScheme) HTTPHeaders:([]v1.HTTPHeader)<nil>} TCPSocket:(*v1.TCPSocketAction)<nil> ' +
        'GRPC:(*v1.GRPCAction)<nil>} InitialDelaySeconds:(int32)0',
    )
  })

  it('prints quantities in their internal form', () => {
    const limits = (cpu: string): string => part({ overhead: { cpu } })
    expect(limits('100m')).toContain('{value:(int64)100 scale:(resource.Scale)-3}')
    expect(limits('0')).toContain('s:(string)0 Format:(resource.Format)}')
    expect(limits('9223372036854775807')).toContain(
      'Dec:(*inf.Dec){unscaled:(big.Int){neg:(bool)false abs:(big.nat)[18446744072709551616 499999999]} scale:(inf.Scale)9}} s:(string) ',
    )
  })
})
