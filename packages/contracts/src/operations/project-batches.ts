import { projectOperation } from "../project-operation.ts";
import * as batches from "./batches.ts";

// The operations of batches for members. The pages of batches alone import this file, so that other pages do not load it.

export const createProjectBatch = projectOperation(batches.createBatch, {
  operationId: "createProjectBatch",
  permission: "edit",
});
export const listProjectBatches = projectOperation(batches.listBatches, {
  operationId: "listProjectBatches",
  permission: "read",
});
export const getProjectBatch = projectOperation(batches.getBatch, {
  operationId: "getProjectBatch",
  permission: "read",
});
export const addProjectBatchRows = projectOperation(batches.addBatchRows, {
  operationId: "addProjectBatchRows",
  permission: "edit",
});
export const startProjectBatch = projectOperation(batches.startBatch, {
  operationId: "startProjectBatch",
  permission: "edit",
});
export const pauseProjectBatch = projectOperation(batches.pauseBatch, {
  operationId: "pauseProjectBatch",
  permission: "edit",
});
export const resumeProjectBatch = projectOperation(batches.resumeBatch, {
  operationId: "resumeProjectBatch",
  permission: "edit",
});
export const cancelProjectBatch = projectOperation(batches.cancelBatch, {
  operationId: "cancelProjectBatch",
  permission: "edit",
});
export const deleteProjectBatch = projectOperation(batches.deleteBatch, {
  operationId: "deleteProjectBatch",
  permission: "edit",
});
export const retryProjectBatch = projectOperation(batches.retryBatch, {
  operationId: "retryProjectBatch",
  permission: "edit",
});
export const getProjectBatchManifest = projectOperation(batches.getBatchManifest, {
  operationId: "getProjectBatchManifest",
  permission: "read",
});
export const getProjectBatchZip = projectOperation(batches.getBatchZip, {
  operationId: "getProjectBatchZip",
  permission: "read",
});
export const listProjectBatchDeliveries = projectOperation(batches.listBatchDeliveries, {
  operationId: "listProjectBatchDeliveries",
  permission: "read",
});
export const retryProjectBatchDelivery = projectOperation(batches.retryBatchDelivery, {
  operationId: "retryProjectBatchDelivery",
  permission: "edit",
});
