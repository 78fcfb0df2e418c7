import type { Json } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { lookupTable } from '../../runtime/lookup-table.ts'

/** Selects the alternative of a `oneof` for a value: the number and type of its field. */
type Choice = (value: Json) => readonly [number: number, type: string]

/**
 * The protobuf messages of OpenAPI documents (`openapi.v2`, `openapi.v3`), limited to the parts that the documents use. A field
 * is `name:number:type`; `*` before a type means that the field is repeated. `x-` means all extensions and `...` all keys without
 * a field, each written as a pair of name and value. Types: `string`, `bool`, `double`, `int`, `any` (as YAML), or a message.
 */
export type Messages = Readonly<Record<string, string | Choice>>

const orReference =
  (type: string): Choice =>
  (value) =>
    isReference(value) ? [2, 'Reference'] : [1, type]

const isReference = (value: Json): boolean => isObject(value) && value.$ref !== undefined

/** A message around a list; the document may have a single value instead of a list of one. */
const wrapped =
  (type: string): Choice =>
  () => [1, `*${type}`]

const additional =
  (type: string): Choice =>
  (value) =>
    typeof value === 'boolean' ? [2, 'bool'] : [1, type]

const DEFAULTS = lookupTable<readonly [number, string]>({
  number: [1, 'double'],
  boolean: [2, 'bool'],
  string: [3, 'string'],
})

const BOUNDS_2 = `multipleOf:6:double maximum:7:double exclusiveMaximum:8:bool minimum:9:double exclusiveMinimum:10:bool
  maxLength:11:int minLength:12:int pattern:13:string maxItems:14:int minItems:15:int uniqueItems:16:bool
  maxProperties:17:int minProperties:18:int`

const PARAMETER_2 = 'required:1:bool in:2:string description:3:string name:4:string'

const NON_BODY = lookupTable<readonly [number, string]>({
  header: [1, 'HeaderParameter'],
  query: [3, 'QueryParameter'],
  path: [4, 'HeaderParameter'],
})

export const messages2: Messages = {
  Document: `swagger:1:string info:2:Info paths:8:Paths definitions:9:Definitions parameters:10:Parameters security:12:*SecurityRequirement
    securityDefinitions:13:SecurityDefinitions x-:16`,
  Info: 'title:1:string version:2:string description:3:string x-:7',
  Paths: 'x-:1 ...:2:PathItem',
  Parameters: '...:1:Parameter',
  PathItem: `get:2:Operation put:3:Operation post:4:Operation delete:5:Operation options:6:Operation head:7:Operation
    patch:8:Operation parameters:9:*ParametersItem x-:10`,
  Operation: `tags:1:*string summary:2:string description:3:string operationId:5:string produces:6:*string
    consumes:7:*string parameters:8:*ParametersItem responses:9:Responses schemes:10:*string deprecated:11:bool x-:13`,
  ParametersItem: orReference('Parameter'),
  Reference: '$ref:1:string description:2:string',
  Parameter: (value) => (isObject(value) && value.in === 'body' ? [1, 'BodyParameter'] : [2, 'NonBodyParameter']),
  BodyParameter: 'description:1:string name:2:string in:3:string required:4:bool schema:5:Schema x-:6',
  NonBodyParameter: (value) => NON_BODY[isObject(value) ? String(value.in) : ''] ?? [3, 'QueryParameter'],
  HeaderParameter: `${PARAMETER_2} type:5:string format:6:string uniqueItems:19:bool x-:22`,
  QueryParameter: `${PARAMETER_2} allowEmptyValue:5:bool type:6:string format:7:string uniqueItems:20:bool x-:23`,
  Responses: 'x-:2 ...:1:ResponseValue',
  ResponseValue: orReference('Response'),
  Response: 'description:1:string schema:2:SchemaItem x-:5',
  SchemaItem: () => [1, 'Schema'],
  Definitions: '...:1:Schema',
  Schema: `$ref:1:string format:2:string title:3:string description:4:string default:5:any ${BOUNDS_2}
    required:19:*string enum:20:*any additionalProperties:21:AdditionalProperties type:22:Type items:23:Items
    allOf:24:*Schema properties:25:Definitions readOnly:27:bool example:30:any x-:31`,
  AdditionalProperties: additional('Schema'),
  Type: wrapped('string'),
  Items: wrapped('Schema'),
  SecurityDefinitions: '...:1:SecurityDefinition',
  SecurityDefinition: () => [2, 'ApiKey'],
  ApiKey: 'type:1:string name:2:string in:3:string description:4:string x-:5',
  SecurityRequirement: '...:1:Strings',
  Strings: wrapped('string'),
}

const BOUNDS_3 = `multipleOf:10:double maximum:11:double exclusiveMaximum:12:bool minimum:13:double
  exclusiveMinimum:14:bool maxLength:15:int minLength:16:int pattern:17:string maxItems:18:int minItems:19:int
  uniqueItems:20:bool maxProperties:21:int minProperties:22:int`

export const messages3: Messages = {
  Document: 'openapi:1:string info:2:Info paths:4:Paths components:5:Components x-:9',
  Info: 'title:1:string description:2:string version:6:string x-:7',
  Paths: 'x-:2 ...:1:PathItem',
  PathItem: `get:4:Operation put:5:Operation post:6:Operation delete:7:Operation options:8:Operation head:9:Operation
    patch:10:Operation parameters:13:*ParameterOrReference x-:14`,
  Operation: `tags:1:*string summary:2:string description:3:string operationId:5:string
    parameters:6:*ParameterOrReference requestBody:7:RequestBodyOrReference responses:8:Responses deprecated:10:bool
    x-:13`,
  ParameterOrReference: orReference('Parameter'),
  Reference: '$ref:1:string summary:2:string description:3:string',
  Parameter: `name:1:string in:2:string description:3:string required:4:bool deprecated:5:bool
    schema:10:SchemaOrReference x-:14`,
  RequestBodyOrReference: orReference('RequestBody'),
  RequestBody: 'description:1:string content:2:MediaTypes required:3:bool x-:4',
  MediaTypes: '...:1:MediaType',
  MediaType: 'schema:1:SchemaOrReference x-:5',
  Responses: 'default:1:ResponseOrReference x-:3 ...:2:ResponseOrReference',
  ResponseOrReference: orReference('Response'),
  Response: 'description:1:string content:3:MediaTypes x-:5',
  Components: 'schemas:1:Schemas securitySchemes:7:SecuritySchemes x-:10',
  Schemas: '...:1:SchemaOrReference',
  SchemaOrReference: orReference('Schema'),
  Schema: `nullable:1:bool readOnly:3:bool example:7:any deprecated:8:bool title:9:string ${BOUNDS_3}
    required:23:*string enum:24:*any type:25:string allOf:26:*SchemaOrReference oneOf:27:*SchemaOrReference
    anyOf:28:*SchemaOrReference not:29:Schema items:30:Items properties:31:Schemas
    additionalProperties:32:AdditionalProperties default:33:Default description:34:string format:35:string x-:36`,
  Items: wrapped('SchemaOrReference'),
  AdditionalProperties: additional('SchemaOrReference'),
  // For a default that is not a scalar, the message only records its presence.
  Default: (value) => DEFAULTS[typeof value] ?? [0, ''],
  SecuritySchemes: '...:1:SecuritySchemeOrReference',
  SecuritySchemeOrReference: orReference('SecurityScheme'),
  SecurityScheme: 'type:1:string description:2:string name:3:string in:4:string scheme:5:string x-:9',
}
