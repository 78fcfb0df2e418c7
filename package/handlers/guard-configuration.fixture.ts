/** A configuration that sends each new Secret to the handler `guard` of the namespace `default`. */
export const guardConfiguration = (path: string) => ({
  metadata: { name: 'guard' },
  webhooks: [
    {
      name: 'owner.guard.example',
      admissionReviewVersions: ['v1'],
      sideEffects: 'None',
      timeoutSeconds: 30,
      clientConfig: { url: `https://guard.default.svc${path}`, caBundle: 'YW55dGhpbmc=' },
      rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['secrets'] }],
    },
  ],
})
