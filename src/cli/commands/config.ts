import type { Command } from '../command.ts'
import { entry } from '../command.ts'
import { currentContext, deleteContext, getContexts, renameContext, setContext, useContext } from './config-contexts.ts'
import { deleteCluster, deleteUser, setCluster, setCredentials } from './config-entries.ts'
import { setProperty, unsetProperty } from './config-properties.ts'
import { getClusters, getUsers, view } from './config-view.ts'

export const config = {
  name: 'config',
  summary: 'Modify kubeconfig files',
  description: `Modify kubeconfig files using subcommands like "{cli} config set current-context my-context".

 The loading order follows these rules:

  1.  If the --kubeconfig flag is set, then only that file is loaded.
  2.  If $KUBECONFIG is set, then it is used as a list of paths. These files are merged. The first file that sets a value wins.
  3.  Otherwise, \${HOME}/.kube/config is used.`,
  usage: 'config SUBCOMMAND',
  commands: [
    currentContext,
    deleteCluster,
    deleteContext,
    deleteUser,
    getClusters,
    getContexts,
    getUsers,
    renameContext,
    setProperty,
    setCluster,
    setContext,
    setCredentials,
    unsetProperty,
    useContext,
    view,
  ].map(entry),
} satisfies Command
