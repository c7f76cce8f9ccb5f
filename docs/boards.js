// Boards that can be tried, where the book is part of the explorer's site. Anywhere else the pictures stay as they are.
if (document.querySelector("bidding-board")) import("../live.js").catch(() => {});
