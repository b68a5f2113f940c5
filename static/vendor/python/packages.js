// Made by build.mjs of packages.lock.json: the packages that a part of the page brings, by the module that is imported.
"use strict";

const pythonPackages = {
  yaml: { part: "py-yaml.zip", name: "PyYAML", version: "6.0.2" },
  defusedxml: { part: "py-defusedxml.zip", name: "defusedxml", version: "0.7.1" },
  pypdf: { part: "py-pypdf.zip", name: "pypdf", version: "5.4.0" },
  openpyxl: { part: "py-openpyxl.zip", name: "openpyxl", version: "3.1.5" },
  et_xmlfile: { part: "py-openpyxl.zip", name: "et-xmlfile", version: "2.0.0" },
  bs4: { part: "py-bs4.zip", name: "beautifulsoup4", version: "4.13.4" },
  soupsieve: { part: "py-bs4.zip", name: "soupsieve", version: "2.7" },
  typing_extensions: { part: "py-bs4.zip", name: "typing-extensions", version: "4.13.2" },
  markdown: { part: "py-markdown.zip", name: "Markdown", version: "3.7" },
  jinja2: { part: "py-jinja2.zip", name: "Jinja2", version: "3.1.6" },
  markupsafe: { part: "py-jinja2.zip", name: "MarkupSafe", version: "2.1.5" },
  dotenv: { part: "py-dotenv.zip", name: "python-dotenv", version: "1.0.1" },
  tabulate: { part: "py-tabulate.zip", name: "tabulate", version: "0.9.0" },
  requests: { part: "py-requests.zip", name: "requests", version: "2.32.3" },
  urllib3: { part: "py-requests.zip", name: "urllib3", version: "2.3.0" },
  charset_normalizer: { part: "py-requests.zip", name: "charset-normalizer", version: "3.4.2" },
  idna: { part: "py-requests.zip", name: "idna", version: "3.10" },
  certifi: { part: "py-requests.zip", name: "certifi", version: "2025.1.31" },
  tzdata: { part: "py-tzdata.zip", name: "tzdata", version: "2026.3" },
};
