#!/bin/bash
# VPL runs this to prepare, then vpl_execution, whose output holds the comments and the grade.
mkdir -p submission
files=(@FILES@)
for file in "${files[@]}"; do
    [ -f "$file" ] && cp "$file" submission/
done
cat >vpl_execution <<'END'
#!/bin/bash
tar xzf lockstep.tar.gz && make -s -C lockstep grade-ready >/dev/null || exit
lockstep/build/lockstep grade @LAB@ submission --format vpl
END
chmod +x vpl_execution
