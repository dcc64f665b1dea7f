export { type FormatSettings } from "./canvas/canvas-evaluator.ts";
export { canvasHtml } from "./canvas/canvas-html.ts";
export {
  boxElement,
  idAttribute,
  labelAttribute,
  layoutAttribute,
  missingAttribute,
  nameAttribute,
  problemAttribute,
  readMark,
  variableElement,
} from "./canvas/canvas-marks.ts";
export { findPath, flattenPaths, pathsOf, pathsOfAll, type DataPath } from "./data/data-paths.ts";
export { findReferences, reads, type FieldReaders, type FieldReference } from "./data/field-references.ts";
export { placeOfReference, renameField } from "./data/rename-field.ts";
export { isObject, parseObject } from "./data/parse-object.ts";
export { bringsMade, itemsOf, nameAmong, nameAt, scopeAt, scopeOf, type NameAt } from "./data/scope.ts";
export { duplicateNodes, moveNodes, removeNodes, styleElements } from "./edits/edit-nodes.ts";
export { makeEdit, startAfter, type Edit } from "./edits/edit.ts";
export {
  allOwn,
  changeSource,
  fillLayout,
  foreignNodes,
  gapsInBlocks,
  listBlocks,
  ownershipIn,
  wholePart,
  writeBlock,
  type FilledLayout,
  type Ownership,
} from "./edits/filled-layout.ts";
export { copiedFor } from "./edits/kept-sections.ts";
export { columnsIn, leastShare, moveBorder, setShares, sharesOf, withShare } from "./edits/flex-columns.ts";
export { replaceBySnippet, snippetIn } from "./edits/make-snippet.ts";
export { makeTranslatable, suggestKey, translatableIn } from "./edits/make-translatable.ts";
export { duplicateAll, insert, moveAll } from "./edits/move.ts";
export {
  columnFor,
  delimitersIn,
  headerOrFooter,
  isField,
  palette,
  tableFor,
  variableFor,
  withFormat,
  type Column,
} from "./edits/palette.ts";
export { pictureSize } from "./edits/picture-size.ts";
export { rename, sectionsAlone, setSection, setVariable, unwrap, wrapInSection } from "./edits/restructure.ts";
export { readAttribute, setAttribute } from "./edits/set-attribute.ts";
export { setContent, typedPieces, withoutHalfSections, type Piece } from "./edits/set-content.ts";
export { setStyles } from "./edits/set-styles.ts";
export { maySplit, removeParagraph, splitContent } from "./edits/split-content.ts";
export { shownArgument, writeArgument, type ArgumentKind } from "./expressions/argument-text.ts";
export { chipLabel } from "./expressions/chip-label.ts";
export { fieldsOf, numbersFirst } from "./expressions/fields-of.ts";
export { infoOf } from "./expressions/format-info.ts";
export { newCall, plainDescription, type CallContext } from "./expressions/new-call.ts";
export { sectionKind, sectionWords } from "./expressions/section-words.ts";
export { resultsOf, wordsOf, type StepResult } from "./expressions/step-results.ts";
export { suggestFormat } from "./expressions/suggest-format.ts";
export { findTagScopes } from "./expressions/tag-scopes.ts";
export { textKeyOf } from "./expressions/text-key.ts";
export { fittingFormats, typesOf, type TagUse } from "./expressions/value-types.ts";
export {
  addFormat,
  addFormatBefore,
  readWritten,
  removeFormat,
  setArgument,
  setSubject,
  swapFormats,
  valuesOf,
  type Slot,
  type WrittenCall,
  type WrittenExpression,
} from "./expressions/written-expression.ts";
export {
  ancestorsOf,
  holdsText,
  isBlank,
  mayMove,
  nodeById,
  nodeIn,
  nodesAt,
  nodesIn,
  outermost,
  sourceOf,
} from "./model/find-node.ts";
export { type Gap } from "./model/gap.ts";
export {
  type ElementNode,
  type ParentNode,
  type Range,
  type SectionNode,
  type Template,
  type TemplateNode,
  type VariableNode,
} from "./model/nodes.ts";
export { readTemplate } from "./model/read-template.ts";
export { pageValueMarkup, pageValues, stripTexts, type PageValue, type StripName } from "./model/strip-texts.ts";
export { writeText } from "./model/written-text.ts";
export {
  asLines,
  cleanPaste,
  mostPasted,
  plainPaste,
  tooMuchPasted,
  writePasted,
  type Pasted,
} from "./paste/clean-paste.ts";
export { copySource, harmlessSource } from "./paste/copied-elements.ts";
export {
  addTotal,
  insertColumn,
  insertRow,
  isPlainRow,
  placeOf,
  removeColumn,
  removeRow,
  repeatOf,
  setColumnWidth,
  styleColumn,
  variableIn,
  variableOf,
  widthOf,
  type TablePlace,
} from "./tables/edit-table.ts";
export { columnsAround, isCell } from "./tables/table-columns.ts";
export { groupNodes, sectionsAround, showNodes, ungroupNode } from "./edits/wrap-nodes.ts";
export { writeMessagePieces, type MessagePiece } from "./edits/write-message-pieces.ts";
