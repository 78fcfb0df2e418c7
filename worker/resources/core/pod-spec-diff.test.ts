import { expect, it } from 'vitest'
import { podSpecDiff } from './pod-spec-diff.ts'

const spec = {
  containers: [{ name: 'c', image: 'i', resources: {} }],
  restartPolicy: 'Always',
  terminationGracePeriodSeconds: 30,
  dnsPolicy: 'ClusterFirst',
  serviceAccountName: 'default',
  automountServiceAccountToken: false,
  securityContext: {},
}

it('prints a changed field between two neighbours on either side', () => {
  const { automountServiceAccountToken: _gone, ...next } = spec
  expect(podSpecDiff(spec, next)).toBe(
    [
      '  core.PodSpec{',
      '  \t... // 8 identical fields',
      '  \tNodeSelector:                 nil,',
      '  \tServiceAccountName:           "default",',
      '- \tAutomountServiceAccountToken: &false,',
      '+ \tAutomountServiceAccountToken: nil,',
      '  \tNodeName:                     "",',
      '  \tSecurityContext:              &{},',
      '  \t... // 20 identical fields',
      '  }',
      '',
    ].join('\n'),
  )
})

it("summarises structs, and prints the host's fields in the security context", () => {
  const text = podSpecDiff(spec, { ...spec, hostNetwork: true })
  expect(text).toMatch(
    /SecurityContext: &core.PodSecurityContext\{\n- \t\tHostNetwork: false,\n\+ \t\tHostNetwork: true,/,
  )
  const policy = podSpecDiff(spec, { ...spec, restartPolicy: 'Never' })
  expect(policy).toMatch(/EphemeralContainers: +nil,\n- \tRestartPolicy: +"Always"/)
  const volumes = podSpecDiff(spec, { ...spec, volumes: [{ name: 'v', emptyDir: {} }] })
  expect(volumes).toMatch(/ {2}\tContainers: +\{\{Name: "c", Image: "i"\}\},/)
})
