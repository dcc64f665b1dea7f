import { createBrowserRouter } from "react-router";
import { basePath } from "./paths.ts";

export const router = createBrowserRouter([{ path: "/", element: <h1>Hello</h1> }], { basename: basePath });
