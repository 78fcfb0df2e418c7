import type { Json, JsonObject } from '../../../worker/api/json.ts'
import { objectOrEmpty } from '../../../worker/api/json.ts'
import { Failure } from '../failure.ts'
import { goStructs, goTypeFault, type GoTypes, withFieldNames } from '../go-types.ts'

const OBJECT = 'group string, version string, kind string'
const GENERATOR =
  'name string, namespace string, behavior string, literals []string, files []string, envs []string, env string, options types.GeneratorOptions'

/** The structs of a kustomization. Embedded structs are part of the struct around them. */
const TYPES: GoTypes = {
  structs: goStructs([
    'types.Kustomization: apiVersion string, kind string, metadata types.ObjectMeta, openapi map[string]string, namePrefix string, nameSuffix string, namespace string, commonLabels map[string]string, labels []types.Label, commonAnnotations map[string]string, patchesStrategicMerge []types.PatchStrategicMerge, patchesJson6902 []types.Patch, patches []types.Patch, images []types.Image, imageTags []types.Image, replacements []types.ReplacementField, replicas []types.Replica, vars []types.Var, sortOptions types.SortOptions, resources []string, components []string, crds []string, bases []string, configMapGenerator []types.ConfigMapArgs, secretGenerator []types.SecretArgs, helmGlobals types.HelmGlobals, helmCharts []types.HelmChart, helmChartInflationGenerator []types.HelmChartArgs, generatorOptions types.GeneratorOptions, configurations []string, generators []string, transformers []string, validators []string, buildMetadata []string',
    'types.ObjectMeta: name string, namespace string, labels map[string]string, annotations map[string]string',
    'types.Label: pairs map[string]string, includeSelectors bool, includeTemplates bool, fields []types.FieldSpec',
    `types.FieldSpec: ${OBJECT}, path string, create bool`,
    'types.Patch: path string, patch string, target types.Selector, options map[string]bool',
    `types.Selector: ${OBJECT}, name string, namespace string, annotationSelector string, labelSelector string`,
    'types.Image: name string, newName string, tagSuffix string, newTag string, digest string',
    'types.Replica: name string, count int64',
    'types.ReplacementField: source types.SourceSelector, targets []*types.TargetSelector, path string',
    `types.SourceSelector: ${OBJECT}, name string, namespace string, fieldPath string, options types.FieldOptions`,
    'types.TargetSelector: select types.Selector, reject []*types.Selector, fieldPaths []string, options types.FieldOptions',
    'types.FieldOptions: delimiter string, index int, encoding string, create bool',
    'types.Var: name string, objref types.Target, fieldref types.FieldSelector',
    `types.Target: apiVersion string, ${OBJECT}, name string, namespace string`,
    'types.FieldSelector: fieldPath string',
    'types.SortOptions: order types.SortOrder, legacySortOptions types.LegacySortOptions',
    'types.LegacySortOptions: orderFirst []string, orderLast []string',
    `types.ConfigMapArgs: ${GENERATOR}`,
    `types.SecretArgs: ${GENERATOR}, type string`,
    'types.GeneratorOptions: labels map[string]string, annotations map[string]string, disableNameSuffixHash bool, immutable bool',
    'types.HelmGlobals: chartHome string, configHome string',
    'types.HelmChart: name string, version string, repo string, releaseName string, namespace string, additionalValuesFiles []string, valuesFile string, valuesInline map[string]interface {}, valuesMerge string, includeCRDs bool, skipHooks bool, apiVersions []string, nameTemplate string, skipTests bool',
    'types.HelmChartArgs: chartName string, chartVersion string, chartRepoUrl string, chartHome string, chartRepoName string, helmBin string, helmHome string, values string, valuesLocal map[string]interface {}, valuesMerge string, releaseName string, releaseNamespace string, extraArgs []string',
  ]),
  texts: ['types.PatchStrategicMerge', 'types.SortOrder'],
  isStrict: true,
}

const KUSTOMIZATION = 'types.Kustomization'

/** The fields of a kustomization file. @throws Failure for a value of another type and for an unknown field */
export function decodedKustomization(value: Json): JsonObject {
  const named = withFieldNames(TYPES, KUSTOMIZATION, value)
  const fault = goTypeFault(TYPES, KUSTOMIZATION, named)
  if (fault !== undefined) throw new Failure(`invalid Kustomization: ${fault}`)
  return objectOrEmpty(named)
}
