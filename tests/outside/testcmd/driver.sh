#!/usr/bin/env bash
# Runs the suite in the current folder, a copy of its repository, with the client _output/bin/kubectl and the server at
# SECURE_API_PORT. WHAT chooses functions; empty: all. Writes each function's exit code to OUTCOMES and its output to LOGS.
set -o errexit -o nounset -o pipefail

KUBE_ROOT=$PWD
source hack/lib/init.sh
source hack/lib/test.sh
source test/cmd/legacy-script.sh

# The server runs already, and nothing is built.
make() { :; }
kube::etcd::start() { :; }
kube::etcd::cleanup() { :; }

record_command() {
  # A function that fails must not end the suite.
  set +o nounset +o errexit
  juLog -output="${KUBE_TEMP}/reports" -class=test-cmd -name="$1" "$@" >"${LOGS}/$1.log" 2>&1
  printf '%s %s\n' "$1" "$?" >>"${OUTCOMES}"
  set -o nounset -o errexit
}

setup
# Many functions look for a node of this name; its annotation makes the server keep the field managers.
kubectl create -f - <<__EOF__
{"kind": "Node", "apiVersion": "v1", "metadata": {"name": "127.0.0.1", "annotations": {"save-managers": "true"}},
 "status": {"capacity": {"memory": "1Gi"}}}
__EOF__
export SUPPORTED_RESOURCES=("*")
# The function `nodes` expects conditions. The controllers add them a minute after the node's creation.
if [[ " ${WHAT} " == *" nodes "* ]]; then
  kubectl wait --for=condition=Ready=Unknown --timeout=120s node/127.0.0.1
fi
# A list of functions is a list of names between `run_` and `_tests`; two functions have no such end.
for name in ${WHAT}; do
  declare -F "run_${name}_tests" >/dev/null || eval "run_${name}_tests() { run_${name}; }"
done
runTests
