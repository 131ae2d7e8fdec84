-- Which roles a professional may choose follows from the groups of the directory, here in small letters, by the role groups.
alter table practitioners
    add column directory_groups text[] not null default '{}';
