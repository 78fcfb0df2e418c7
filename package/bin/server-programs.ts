// The commands that start a server, in one file: the package loads it with `loadCompiled`.
export { kubeApiserver } from './commands/kube-apiserver.ts'
export { serve } from './commands/serve.ts'
