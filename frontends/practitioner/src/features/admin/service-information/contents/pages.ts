export { ContentPage as recordPage, NewContentPage as newPage } from "./ContentPage";
export { ContentsPage as listPage } from "./ContentsPage";
