import type { App, Page } from "./app.js";
import { gamePage } from "./game.js";
export const chipsPage = (app: App): Page => gamePage(app);
