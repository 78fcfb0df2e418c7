import type { Command } from '../command.ts'
import { entry } from '../command.ts'
import { configMap } from './configmap.ts'
import type { Generator } from './generator.ts'
import { generatorCommand } from './generator.ts'
import { ingress } from './ingress.ts'
import { disruptionBudget, priorityClass, quota } from './policy.ts'
import { clusterRoleBinding, roleBinding } from './rolebinding.ts'
import { clusterRole, role } from './role.ts'
import { secretTypes } from './secret.ts'
import { serviceTypes } from './service.ts'
import { namespace, serviceAccount } from './plain.ts'
import { cronJob, deployment, job } from './workload.ts'

const simple: readonly Generator[] = [
  clusterRole,
  clusterRoleBinding,
  configMap,
  cronJob,
  deployment,
  disruptionBudget,
  ingress,
  job,
  namespace,
  priorityClass,
  quota,
  role,
  roleBinding,
  serviceAccount,
]

/** The command `create <name>`. */
export function generatorNamed(name: string): Command {
  if (name === 'secret')
    return group('secret', 'Create a secret using a specified subcommand', secretTypes, {
      description:
        'Create a secret with specified type.\n\n A docker-registry type secret is for accessing a container registry.\n\n A generic type secret indicate an Opaque secret type.\n\n A tls type secret holds TLS certificate and its associated key.',
    })
  if (name === 'service')
    return group('service', 'Create a service using a specified subcommand', serviceTypes, { aliases: ['svc'] })
  const found = simple.find((generator) => generator.name === name)
  if (found === undefined) throw new Error(`There is no generator for ${name}: list it in generators.ts`)
  return generatorCommand(found, `create ${name}`)
}

function group(
  name: string,
  summary: string,
  generators: readonly Generator[],
  { aliases, description }: Pick<Command, 'aliases' | 'description'> = {},
): Command {
  return {
    name,
    aliases,
    summary,
    description,
    usage: `create ${name}`,
    commands: generators.map((generator) => entry(generatorCommand(generator, `create ${name} ${generator.name}`))),
  }
}
