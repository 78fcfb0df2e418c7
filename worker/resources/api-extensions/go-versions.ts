import { goInteger, goPointer, goSlice, goStruct, type GoPrinter } from '../../api/go-source.ts'

const VERSION = 'apiextensions.CustomResourceDefinitionVersion'
const goFlag: GoPrinter = (value) => String(value === true)
const COLUMN = 'apiextensions.CustomResourceColumnDefinition'

/** The versions of a definition as Go source. */
export const goVersionList = goSlice(
  VERSION,
  goStruct(VERSION, {
    Name: 'name',
    Served: ['served', goFlag],
    Storage: ['storage', goFlag],
    Deprecated: ['deprecated', goFlag],
    DeprecationWarning: ['deprecationWarning', goPointer('string')],
    Schema: ['schema', goPointer('apiextensions.CustomResourceValidation')],
    Subresources: ['subresources', goPointer('apiextensions.CustomResourceSubresources')],
    AdditionalPrinterColumns: [
      'additionalPrinterColumns',
      goSlice(
        COLUMN,
        goStruct(COLUMN, {
          Name: 'name',
          Type: 'type',
          Format: 'format',
          Description: 'description',
          Priority: ['priority', goInteger],
          JSONPath: 'jsonPath',
        }),
      ),
    ],
    SelectableFields: ['selectableFields', goSlice('apiextensions.SelectableField')],
  }),
)
